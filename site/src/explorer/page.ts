// All classes: a search field, filters, and the list.

import { type ClassOrder, classOrder, letters, mirror } from '../chess960';
import { index, meta, ranked } from '../data';
import { FLAG_MATE, FLAG_MIRROR_EVALUATED, type Index, type Meta, NO_BUDGET, NO_CP } from '../formats';
import { button, centipawns, element, labelled, link, number, option, pairUrl, say } from '../page';
import { type Column, makeList } from './list';
import { type Query, SORTS, type Sort, type Wanted, answer, onlyMirror, ranks, readQuery, readText, writeQuery } from './query';

interface State {
  meta: Meta;
  order: ClassOrder;
  index: Index;
  rankOf: Uint32Array;
  query: Query;
  wanted: Wanted | null | undefined;
}

const pairOf = ({ order }: State, item: number) => ({ w: order.w[item] as number, b: order.b[item] as number });

function columns(state: State): Column[] {
  const { meta: about, index: columnsOf, rankOf } = state;
  return [
    { name: 'rank', title: say('explorer.rank'), cell: (i) => (rankOf[i] ? number(rankOf[i] as number) : '–') },
    { name: 'pair', title: say('explorer.pair'), cell: (i) => {
      const { w, b } = pairOf(state, i);
      return link(pairUrl(w, b), `${w}:${b}`, { tabindex: -1 });
    } },
    { name: 'letters', title: say('explorer.letters'), cell: (i) => lettersCell(state, i) },
    { name: 'cp', title: say('explorer.cp'), cell: (i) => score(columnsOf, i) },
    { name: 'stage', title: say('explorer.stage'), cell: (i) => about.budgets[columnsOf.deepest[i] as number]?.stage ?? '–' },
    { name: 'outcome', title: say('explorer.outcome'), cell: (i) => outcomeCell(state, i) },
  ];
}

function lettersCell(state: State, item: number): Node {
  const { w, b } = pairOf(state, item);
  const text = element('span', { class: 'letters' }, `${letters(w)} `, element('span', { class: 'black' }, letters(b)));
  if (!onlyMirror(state.wanted, w, b)) return text;
  const other = `${mirror(w)}:${mirror(b)}`;
  return element('span', {}, text, element('small', {}, ` ${say('explorer.as_mirror', other)}`));
}

function score({ deepest, deepestCp, flags }: Index, item: number): string {
  if (deepest[item] === NO_BUDGET) return '–';
  if ((flags[item] as number) & FLAG_MATE) return say('explorer.mate');
  return deepestCp[item] === NO_CP ? '–' : centipawns(deepestCp[item] as number);
}

function outcomeCell({ meta: about, index: { outcome, stopped, flags } }: State, item: number): string {
  const name = say(`app.outcome_${about.outcomes[outcome[item] as number] ?? 'unknown'}`);
  const at = about.budgets[stopped[item] as number]?.stage;
  const text = at ? `${name} (${at})` : name;
  return (flags[item] as number) & FLAG_MIRROR_EVALUATED ? `${text} · ${say('explorer.mirror_too')}` : text;
}

// ---- the form ----

interface Fields {
  text: HTMLInputElement;
  stage: HTMLSelectElement;
  outcome: HTMLSelectElement;
  from: HTMLInputElement;
  to: HTMLInputElement;
  sort: HTMLSelectElement;
}

function makeFields({ meta: about, query }: State): Fields {
  const cp = (value: number | null) =>
    element('input', { type: 'number', min: 0, max: 100000, inputmode: 'numeric', value: value ?? '' });
  const fields = {
    text: element('input', { type: 'search', autocomplete: 'off', spellcheck: 'false', value: query.text,
      placeholder: 'BBQNNRKR · 518:534 · ?B???RK?', 'aria-describedby': 'explorer-help' }),
    stage: element('select', {}, option('', say('explorer.any')),
      ...about.budgets.map(({ stage, limit }, i) => option(String(i), `${stage} · ${number(limit)}`))),
    outcome: element('select', {}, option('', say('explorer.any')),
      ...about.outcomes.map((name, i) => option(String(i), say(`app.outcome_${name}`)))),
    from: cp(query.from),
    to: cp(query.to),
    sort: element('select', {}, ...SORTS.flatMap((sort) => [
      option(sort, say(`explorer.sort_${sort}`)), option(`-${sort}`, say(`explorer.sort_${sort}_down`))])),
  };
  fields.stage.value = query.stage === null ? '' : String(query.stage);
  fields.outcome.value = query.outcome === null ? '' : String(query.outcome);
  fields.sort.value = `${query.down ? '-' : ''}${query.sort}`;
  return fields;
}

function readFields(fields: Fields): Query {
  const whole = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : null);
  return {
    text: fields.text.value,
    stage: whole(fields.stage.value),
    outcome: whole(fields.outcome.value),
    from: whole(fields.from.value),
    to: whole(fields.to.value),
    sort: fields.sort.value.replace(/^-/, '') as Sort,
    down: fields.sort.value.startsWith('-'),
  };
}

function makeForm(fields: Fields, clear: () => void): HTMLFormElement {
  return element('form', { class: 'filters', role: 'search', 'aria-label': say('explorer.search') },
    labelled(say('explorer.text'), fields.text),
    labelled(say('explorer.stage'), fields.stage),
    labelled(say('explorer.outcome'), fields.outcome),
    labelled(say('explorer.from'), fields.from),
    labelled(say('explorer.to'), fields.to),
    labelled(say('explorer.sort'), fields.sort),
    button(say('explorer.clear'), clear));
}

/** A column's head sorts by it; twice turns the order. */
function headers(list: Column[], fields: Fields, changed: () => void): HTMLElement[] {
  const sortOf: Record<string, Sort> = { rank: 'rank', pair: 'number', cp: 'even' };
  return list.map(({ name, title }) => {
    const sort = sortOf[name];
    const cell = element('div', { role: 'columnheader', class: `cell ${name}` });
    cell.append(sort === undefined ? title : button(title, () => {
      fields.sort.value = fields.sort.value === sort ? `-${sort}` : sort;
      changed();
    }, { class: 'sorter' }));
    return cell;
  });
}

export async function start(host: HTMLElement): Promise<void> {
  host.append(element('p', { class: 'loading', role: 'status' }, say('app.loading')));
  const [about, all, best] = await Promise.all([meta(), index(), ranked()]);
  const stages = about.budgets.map(({ stage }) => stage);
  const state: State = {
    meta: about, order: classOrder(), index: all, rankOf: ranks(best), wanted: null,
    query: readQuery(new URLSearchParams(location.search), stages, about.outcomes),
  };
  const fields = makeFields(state);
  const count = element('p', { class: 'count', role: 'status' });
  const shown = columns(state);
  const list = makeList(shown, headers(shown, fields, () => update()), say('explorer.list'), (item) => {
    const { w, b } = pairOf(state, item);
    location.href = pairUrl(w, b);
  });

  function update(): void {
    state.query = readFields(fields);
    const before = performance.now();
    state.wanted = readText(state.query.text);
    const found = answer(state.query, state.order, state.index, state.rankOf);
    host.dataset['milliseconds'] = (performance.now() - before).toFixed(1);
    list.show(found);
    count.textContent = state.wanted === undefined ? say('explorer.not_understood')
      : say('explorer.count', number(found.length), number(about.classes));
    const address = writeQuery(state.query, stages, about.outcomes);
    history.replaceState(null, '', address ? `?${address}` : location.pathname);
  }

  const form = makeForm(fields, () => {
    form.reset();
    for (const field of [fields.text, fields.from, fields.to]) field.value = '';
    for (const field of [fields.stage, fields.outcome]) field.value = '';
    fields.sort.value = 'rank';
    update();
    fields.text.focus();
  });
  form.addEventListener('input', update);
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    list.node.focus();
  });
  host.replaceChildren(form, element('p', { class: 'note', id: 'explorer-help' }, say('explorer.help')), count, list.node);
  update();
}
