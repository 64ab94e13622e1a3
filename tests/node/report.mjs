// One line for each thing that was looked at, one at the end, and the exit status.

let good = 0;
let bad = 0;
let left = 0;

export function pass(what, text = '') {
  good++;
  console.log(`ok      ${what}${text && `: ${text}`}`);
}

export function fail(what, text) {
  bad++;
  console.log(`FAILED  ${what}: ${text}`);
}

export function skip(what, text) {
  left++;
  console.log(`SKIPPED ${what}: ${text}`);
}

// Runs one check: what it returns is said, what it throws is why it failed.
export function check(what, body) {
  try {
    pass(what, body());
  } catch (error) {
    fail(what, error.message);
  }
}

// The same for one that takes its time.
export async function checkLater(what, body) {
  try {
    pass(what, await body());
  } catch (error) {
    fail(what, error.message);
  }
}

export function expect(condition, text) {
  if (!condition) throw new Error(text);
}

// Nothing passed is a failure too, unless there may be nothing.
export function end(mayBeEmpty = false) {
  console.log(`${good} passed, ${bad} failed, ${left} skipped`);
  process.exitCode = bad > 0 || (good === 0 && !mayBeEmpty) ? 1 : 0;
}
