// One pair: pair.html?518:534 or pair.html#518:534.

import { makeBoard } from './board';
import {
  type Pair, classOrder, epd, fen, letters, lichessUrl, mirrorPair, pairName, parsePair, pgnStub,
  representative, samePair,
} from './chess960';
import { index, meta, ranked, rowsOf } from './data';
import { type Index, type Meta, type Row, FLAG_MATE, NO_BUDGET, NO_CP } from './formats';
import { readText } from './explorer/query';
import {
  button, centipawns, copyButton, element, labelled, link, number, pageUrl, pairUrl, say,
} from './page';
import { type Series, makePlot } from './plot';

export function pairInAddress(): Pair | undefined {
  return parsePair(decodeURIComponent(location.search.slice(1))) ?? parsePair(location.hash.slice(1));
}

/** What is known of a pair: its class, and the rows of both its forms. */
interface Known {
  meta: Meta;
  index: Index;
  place: number; // of the class
  rank: number; // 0: none
  rows: Row[]; // of the pair asked for
  mirrorRows: Row[];
}

async function know(pair: Pair): Promise<Known> {
  const other = mirrorPair(pair);
  const [about, all, best, rows, mirrorRows] = await Promise.all(
    [meta(), index(), ranked(), rowsOf(pair.w, pair.b), rowsOf(other.w, other.b)]);
  const place = classOrder().classOf[pair.w * 960 + pair.b] as number;
  return { meta: about, index: all, place, rank: best.indexOf(place) + 1, rows, mirrorRows };
}

// ---- what it is ----

function fact(name: string, ...value: (Node | string)[]): Node[] {
  return [element('dt', {}, name), element('dd', {}, ...value)];
}

function deepestScore({ index: all, place, meta: about }: Known): string {
  const budget = about.budgets[all.deepest[place] as number];
  if (all.deepest[place] === NO_BUDGET || !budget) return say('pair.never');
  if ((all.flags[place] as number) & FLAG_MATE) return say('pair.mate_at', budget.stage);
  const cp = all.deepestCp[place] as number;
  return cp === NO_CP ? say('pair.never') : say('pair.cp_at', centipawns(cp), budget.stage, number(budget.limit));
}

function standing(known: Known): string {
  const { meta: about, index: all, place } = known;
  const stage = about.budgets[all.stopped[place] as number]?.stage;
  const text = say(`app.outcome_${about.outcomes[all.outcome[place] as number] ?? 'unknown'}`);
  return stage ? `${text} (${stage})` : text;
}

function facts(pair: Pair, known: Known): HTMLElement {
  const other = mirrorPair(pair);
  const own = samePair(pair, representative(pair));
  return element('dl', { class: 'facts' },
    ...fact(say('pair.white'), `${pair.w} `, element('span', { class: 'letters' }, letters(pair.w))),
    ...fact(say('pair.black'), `${pair.b} `, element('span', { class: 'letters' }, letters(pair.b))),
    ...fact(say('pair.rank'), known.rank ? number(known.rank) : '–'),
    ...fact(say('pair.standing'), standing(known)),
    ...fact(say('pair.deepest'), deepestScore(known)),
    ...fact(say('pair.representative'), own ? say('pair.itself') : link(pairUrl(other.w, other.b), pairName(other))));
}

function boardFigure(pair: Pair, caption: (Node | string)[]): HTMLElement {
  const board = makeBoard(fen(pair, 'shredder'), say('app.board', pairName(pair), letters(pair.w), letters(pair.b)));
  return element('figure', { class: 'card' }, board.node,
    element('figcaption', {}, ...caption, ' ', button(say('app.turn'), board.turn, { class: 'small' })));
}

function boards(pair: Pair, known: Known): HTMLElement {
  const other = mirrorPair(pair);
  const evaluated = known.mirrorRows.length > 0;
  return element('div', { class: 'pair-boards' },
    boardFigure(pair, [element('strong', {}, pairName(pair)), ' ',
      say(known.rows.length > 0 ? 'pair.is_evaluated' : 'pair.not_evaluated')]),
    boardFigure(other, [say('pair.mirror'), ' ', link(pairUrl(other.w, other.b), pairName(other)), ' ',
      element('span', { class: evaluated ? 'mark yes' : 'mark no' },
        say(evaluated ? 'pair.is_evaluated' : 'pair.not_evaluated'))]));
}

// ---- evaluations ----

function evaluations({ meta: about, rows, mirrorRows }: Known): HTMLElement {
  const budgets = about.budgets.map(({ limit }) => limit);
  const values = (from: Row[]) => budgets.map((limit) => from.find((row) =>
    row.engine === about.primary && row.kind === 'nodes' && row.limit === limit)?.cp ?? null);
  const windows = about.budgets.map(({ window }) => window);
  const series: Series[] = [
    { name: say('pair.series_own'), line: 1, values: values(rows) },
    { name: say('pair.series_mirror'), line: 2, values: values(mirrorRows) },
    { name: say('pair.series_window'), line: 3, values: windows, dashed: true },
    { name: '', line: 3, values: windows.map((cp) => (cp === null ? null : -cp)), dashed: true },
  ];
  return makePlot(about.budgets.map(({ stage, limit }) => ({ name: stage, nodes: limit })), series.filter((one) => one.values.some((cp) => cp !== null)));
}

const COLUMNS = ['engine', 'limit', 'role', 'cp', 'depth', 'nodes', 'bestmove', 'wdl', 'hash'] as const;

function cells(row: Row, about: Meta): Record<(typeof COLUMNS)[number], string> {
  return {
    engine: about.engines[row.engine] ?? '?',
    limit: `${row.kind} ${number(row.limit)}`,
    role: row.role,
    cp: row.mate === null ? (row.cp === null ? '–' : centipawns(row.cp)) : `# ${row.mate}`,
    depth: `${row.depth}/${row.seldepth}`,
    nodes: number(row.nodes),
    bestmove: row.bestmove,
    wdl: row.wdl ? row.wdl.join(' / ') : '–',
    hash: number(row.hash),
  };
}

function table(name: string, rows: Row[], about: Meta): HTMLElement {
  const texts = ['engine', 'role', 'bestmove'];
  const head = element('tr', {}, ...COLUMNS.map((column) => element('th', { scope: 'col' }, say(`pair.column_${column}`))));
  const body = rows.map((row) => {
    const shown = cells(row, about);
    return element('tr', {}, ...COLUMNS.map((column) =>
      element('td', texts.includes(column) ? {} : { class: 'number' }, shown[column])));
  });
  return element('div', { class: 'scroll rows', tabindex: 0, role: 'region', 'aria-label': name },
    element('table', {}, element('caption', {}, name), element('thead', {}, head), element('tbody', {}, ...body)));
}

function rawRows(pair: Pair, known: Known): HTMLElement {
  const part = element('section', {}, element('h2', {}, say('pair.rows')));
  const add = (of: Pair, rows: Row[]) => part.append(rows.length > 0
    ? table(say('pair.rows_of', pairName(of)), rows, known.meta)
    : element('p', {}, say('pair.no_rows', pairName(of))));
  add(pair, known.rows);
  add(mirrorPair(pair), known.mirrorRows);
  return part;
}

// ---- to take along ----

function copies(pair: Pair): HTMLElement {
  const forms: [string, string][] = [
    ['FEN', fen(pair, 'shredder')], ['X-FEN', fen(pair, 'x-fen')], ['EPD', epd(pair)], ['PGN', pgnStub(pair)]];
  return element('section', {}, element('h2', {}, say('pair.take')),
    element('dl', { class: 'copies' }, ...forms.flatMap(([name, text]) => fact(name,
      element('code', {}, text.trimEnd()), copyButton(() => text, say('app.copy_as', name))))),
    element('p', {}, link(lichessUrl(pair), say('pair.lichess'), { rel: 'noopener noreferrer external' })));
}

function chooser(): HTMLElement {
  const field = element('input', { type: 'text', autocomplete: 'off', spellcheck: 'false',
    placeholder: '518:534', required: true });
  const form = element('form', { class: 'filters', role: 'search' },
    labelled(say('pair.other'), field), element('button', { type: 'submit' }, say('pair.show')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const pair = parsePair(field.value.trim());
    const known = pair ?? onePair(field.value);
    location.href = known ? pairUrl(known.w, known.b) : `${pageUrl('pairs')}?q=${encodeURIComponent(field.value.trim())}`;
  });
  return form;
}

/** What two starts in letters, or a FEN, say. */
function onePair(text: string): Pair | undefined {
  const wanted = readText(text);
  if (!wanted || wanted.either) return undefined;
  const single = (mask: Uint8Array) => (mask.reduce((sum, bit) => sum + bit, 0) === 1 ? mask.indexOf(1) : -1);
  const pair = { w: single(wanted.white), b: single(wanted.black) };
  return pair.w < 0 || pair.b < 0 ? undefined : pair;
}

export async function start(host: HTMLElement): Promise<void> {
  window.addEventListener('hashchange', () => void show(host));
  await show(host);
}

async function show(host: HTMLElement): Promise<void> {
  const pair = pairInAddress();
  if (!pair) {
    host.replaceChildren(element('p', {}, say('pair.none')), chooser());
    return;
  }
  host.replaceChildren(element('p', { class: 'loading', role: 'status' }, say('app.loading')));
  const known = await know(pair);
  document.title = `${pairName(pair)} – ${known.meta.study} ${known.meta.version}`;
  const heading = document.querySelector('h1');
  if (heading) heading.textContent = say('pair.heading', pairName(pair));
  const wide = element('div', { class: 'pair-page' }, boards(pair, known), facts(pair, known));
  host.replaceChildren(wide, element('h2', {}, say('pair.evaluations')), evaluations(known),
    element('p', { class: 'note' }, say('pair.mirror_note')), rawRows(pair, known), copies(pair), chooser());
}
