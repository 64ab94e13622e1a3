// A level pair for tonight: drawn in one click, shared by its address, printed on a card.

import { makeBoard } from './board';
import { type Pair, classOrder, fen, letters, lichessUrl, pairName, parsePair } from './chess960';
import { index, meta, ranked } from './data';
import type { Index, Meta } from './formats';
import { drawPair, levelClasses } from './draw';
import { button, centipawns, copyButton, element, labelled, link, number, option, pairUrl, say } from './page';

const DEFAULT_CP = 10;

interface Wish {
  pair: Pair | undefined;
  seed: string | undefined;
  maxCp: number;
  stage: string;
}

function readWish(about: Meta): Wish {
  const address = new URLSearchParams(location.search);
  const bare = decodeURIComponent(location.search.slice(1)).split('&')[0] ?? '';
  const maxCp = Number(address.get('max') ?? DEFAULT_CP);
  const firstRanking = about.budgets.find(({ ranks }) => ranks)?.stage ?? '';
  const stage = address.get('stage') ?? firstRanking;
  return {
    pair: parsePair(address.get('pair') ?? bare),
    seed: address.get('seed') ?? undefined,
    maxCp: Number.isSafeInteger(maxCp) && maxCp >= 0 ? maxCp : DEFAULT_CP,
    stage: about.budgets.some((budget) => budget.ranks && budget.stage === stage) ? stage : firstRanking,
  };
}

function writeWish({ pair, seed, maxCp, stage }: Wish): void {
  const address = new URLSearchParams();
  if (pair) address.set('pair', pairName(pair));
  if (seed) address.set('seed', seed);
  address.set('max', String(maxCp));
  address.set('stage', stage);
  history.replaceState(null, '', `?${address.toString().replace(/%3A/g, ':')}`);
}

const newSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

// ---- the card ----

function score(pair: Pair, about: Meta, all: Index): string {
  const place = classOrder().classOf[pair.w * 960 + pair.b] as number;
  const budget = about.budgets[all.deepest[place] as number];
  return budget ? say('fair.score', centipawns(all.deepestCp[place] as number), budget.stage, number(budget.limit))
    : say('fair.unknown');
}

function game(title: string, white: string, black: string, pair: Pair): HTMLElement {
  const board = makeBoard(fen(pair, 'shredder'), say('app.board', pairName(pair), letters(pair.w), letters(pair.b)));
  const line = (who: string, side: string, start: number) =>
    element('li', {}, `${who}: ${side} `, element('span', { class: 'letters' }, letters(start)), ` (${start})`);
  return element('section', { class: 'game' }, element('h3', {}, title), board.node,
    element('ul', {}, line(white, say('fair.white'), pair.w), line(black, say('fair.black'), pair.b)),
    element('p', { class: 'result-line' }, say('fair.result'), ' ', element('span', { class: 'blank' })));
}

function card(wish: Wish, pair: Pair, about: Meta, all: Index): HTMLElement {
  const [one, two] = [say('fair.player', 'A'), say('fair.player', 'B')];
  const seed = wish.seed === undefined ? null
    : element('p', { class: 'note' }, say('fair.seed'), ' ',
      element('code', {}, `asym-passport fair --seed ${wish.seed} --max-cp ${wish.maxCp} --min-stage ${wish.stage}`));
  return element('article', { class: 'fair-card', 'data-pair': pairName(pair) },
    element('h2', {}, say('fair.heading', pairName(pair))),
    element('p', {}, score(pair, about, all)),
    element('div', { class: 'games' }, game(say('fair.game', 1), one, two, pair), game(say('fair.game', 2), two, one, pair)),
    element('p', { class: 'hash' }, element('code', {}, fen(pair, 'x-fen'))),
    element('p', { class: 'note' }, `${about.study} ${about.version} · ${about.content_id.slice(0, 16)}`), seed);
}

function actions(pair: Pair): HTMLElement {
  return element('div', { class: 'buttons' },
    copyButton(() => location.href, say('fair.share')),
    copyButton(() => fen(pair, 'x-fen'), say('app.copy_as', 'X-FEN')),
    button(say('fair.print'), () => window.print()),
    link(pairUrl(pair.w, pair.b), say('fair.details')),
    link(lichessUrl(pair), say('fair.lichess'), { rel: 'noopener noreferrer external' }));
}

export async function start(host: HTMLElement): Promise<void> {
  const [about, all, best] = await Promise.all([meta(), index(), ranked()]);
  const wish = readWish(about);
  const place = element('div', { class: 'fair-place', 'aria-live': 'polite' });
  const level = element('select', {}, ...[5, 10, 20].map((cp) => option(String(cp), say('fair.within', cp))));
  if (![5, 10, 20].includes(wish.maxCp)) level.append(option(String(wish.maxCp), say('fair.within', wish.maxCp)));
  level.value = String(wish.maxCp);
  const stage = element('select', {}, ...about.budgets.filter(({ ranks }) => ranks)
    .map((budget) => option(budget.stage, `${budget.stage} · ${number(budget.limit)}`)));
  stage.value = wish.stage;

  const pool = () => levelClasses(best, all,
    { maxCp: wish.maxCp, minBudget: about.budgets.findIndex((budget) => budget.stage === wish.stage) });
  const drawn = (classes: Uint32Array) => wish.seed === undefined ? undefined : drawPair(wish.seed, classes, classOrder());

  function show(classes: Uint32Array): void {
    const pair = wish.pair;
    const count = element('p', { class: 'note' }, say('fair.pool', number(classes.length)));
    if (!pair) place.replaceChildren(count, element('p', {}, say(classes.length ? 'fair.press' : 'fair.empty')));
    else place.replaceChildren(card(wish, pair, about, all), actions(pair), count);
  }

  function draw(seed: string): void {
    [wish.seed, wish.maxCp, wish.stage] = [seed, Number(level.value), stage.value];
    const classes = pool();
    wish.pair = drawn(classes);
    writeWish(wish);
    show(classes);
  }

  const form = element('form', { class: 'filters' },
    element('button', { type: 'submit', class: 'main' }, say('fair.draw')),
    labelled(say('fair.level'), level), labelled(say('fair.depth'), stage));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    draw(newSeed());
  });
  host.replaceChildren(form, place);
  if (wish.pair) {
    const classes = pool();
    const own = drawn(classes);
    // A seed that draws another pair is none of this card.
    if (!own || pairName(own) !== pairName(wish.pair)) wish.seed = undefined;
    show(classes);
  } else if (wish.seed) draw(wish.seed);
  else show(pool());
}
