// A pair's evaluations budget by budget, by uPlot.

import uPlot from 'uplot';
import { element, say } from './page';

export interface Place {
  name: string; // of the stage
  nodes: number;
}

export interface Series {
  name: string;
  line: 1 | 2 | 3; // as the style sheet draws it
  values: (number | null)[];
  dashed?: boolean;
}

const COLOURS = { 1: '--accent', 2: '--second', 3: '--quiet' } as const;

const property = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function seriesOf({ name, line, dashed }: Series): uPlot.Series {
  return {
    label: name, stroke: property(COLOURS[line]), width: 2, spanGaps: true,
    points: { show: !dashed, size: 7 }, ...(dashed ? { dash: [5, 4], width: 1 } : {}),
  };
}

function axis(label: string, values: uPlot.Axis['values'], size: number): uPlot.Axis {
  const ink = property('--ink');
  return {
    label, stroke: ink, size, labelSize: 22, font: '13px sans-serif', labelFont: '13px sans-serif',
    grid: { stroke: property('--line'), width: 1 }, ticks: { stroke: property('--line') },
    ...(values ? { values } : {}),
  };
}

function draw(host: HTMLElement, places: Place[], series: Series[]): uPlot {
  const budgets = places.map(({ nodes }) => nodes);
  const options: uPlot.Options = {
    width: Math.max(280, host.clientWidth), height: 300,
    legend: { show: false }, cursor: { drag: { x: false, y: false } },
    scales: { x: { time: false, distr: 3, range: (_, low, high) => [low * 0.8, high * 1.25] }, y: { range: (_, low, high) => [Math.min(low, -10) - 5, Math.max(high, 10) + 5] } },
    axes: [
      { ...axis(say('pair.budget'), () => places.map(({ name }) => name), 34),
        splits: () => budgets, filter: (_, splits) => splits },
      axis(say('pair.cp'), undefined, 48),
    ],
    series: [{}, ...series.map(seriesOf)],
  };
  host.replaceChildren();
  return new uPlot(options, [budgets, ...series.map(({ values }) => values)] as uPlot.AlignedData, host);
}

/** The plot with its key; drawn again when its place or the colours change. What it shows stands in a
 * table too, so that it is hidden from who does not see. */
export function makePlot(places: Place[], series: Series[]): HTMLElement {
  const host = element('div', { class: 'uplot-host', 'aria-hidden': 'true' });
  const key = element('ul', { class: 'legend' }, ...series.filter(({ name }) => name).map(({ name, line }) =>
    element('li', {}, element('span', { class: `swatch line-${line}` }), name)));
  let plot: uPlot | undefined;
  const again = () => {
    plot?.destroy();
    if (host.clientWidth > 0) plot = draw(host, places, series);
  };
  let width = 0;
  new ResizeObserver(() => {
    if (host.clientWidth === width) return;
    width = host.clientWidth;
    again();
  }).observe(host);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
  return element('figure', { class: 'evaluations' }, host, element('figcaption', {}, key));
}
