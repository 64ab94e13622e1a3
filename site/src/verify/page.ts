// The page that checks a release: files in, the report out; nothing leaves the browser.

import { meta } from '../data';
import { assetUrl, button, element, labelled, number, say } from '../page';
import type { Check, NamedBytes, Report, Request } from './release';

type Part = 'archive' | 'signature' | 'provenance';
const PARTS: readonly Part[] = ['archive', 'signature', 'provenance'];
type Chosen = Partial<Record<Part, { name: string; read: () => Promise<ArrayBuffer> }>>;

function partOf(name: string): Part | undefined {
  if (/\.tar(\.zst)?$/.test(name)) return 'archive';
  if (name.endsWith('.minisig')) return 'signature';
  return name.endsWith('.dsse.json') || name.endsWith('.dsse') ? 'provenance' : undefined;
}

async function readAll(chosen: Chosen): Promise<Request | undefined> {
  const read = async (part: Part): Promise<NamedBytes | undefined> => {
    const file = chosen[part];
    return file && { name: file.name, bytes: new Uint8Array(await file.read()) };
  };
  const [archive, signature, provenance] = await Promise.all(PARTS.map(read));
  return archive && signature && { archive, signature, provenance };
}

type Answer = { check: Check } | { report: Report } | { problem: string };

/** Begun with the page, so that nothing has to be loaded once the network is gone. */
function startWorker(): Worker {
  return new Worker(assetUrl('verify-worker.js'), { type: 'module' });
}

/** The bytes move to the worker. Rejects with what kept it from checking at all. */
function inWorker(worker: Worker, request: Request, onCheck: (check: Check) => void): Promise<Report> {
  const bytes = [request.archive, request.signature, request.provenance].flatMap((file) => file?.bytes.buffer ?? []);
  return new Promise<Report>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if ('check' in data) onCheck(data.check);
      else if ('report' in data) resolve(data.report);
      else reject(new Error(data.problem === 'ed25519' ? say('verify.no_ed25519') : data.problem));
    };
    worker.onerror = (event) => reject(new Error(event.message || 'worker'));
    worker.postMessage(request, bytes);
  });
}

// ---- what is shown ----

function checkLine({ name, outcome, text }: Check): HTMLElement {
  return element('li', { class: `check ${outcome}`, 'data-check': name, 'data-outcome': outcome },
    element('strong', {}, say(`verify.outcome_${outcome}`)), ' ',
    element('span', {}, say(`verify.check_${name}`)), ' ',
    element('span', { class: 'detail hash', lang: 'en' }, text));
}

function verdict(report: Report): HTMLElement {
  const failed = report.checks.find(({ outcome }) => outcome === 'failed');
  const box = element('div', { class: `verdict ${report.verified ? 'ok' : 'failed'}`, 'data-verified': String(report.verified) });
  const { edition, contentId } = report;
  box.append(element('p', {}, element('strong', {}, say(report.verified ? 'verify.verified' : 'verify.refused')),
    edition ? ` ${edition.study} ${edition.version}` : ''));
  if (failed) box.append(element('p', {}, say('verify.first_wrong', say(`verify.check_${failed.name}`)), ' ',
    element('span', { lang: 'en', class: 'hash' }, failed.text)));
  if (contentId) box.append(element('p', {}, say('verify.content'), ' ', element('code', { class: 'hash' }, contentId)));
  if (report.trustedComment) box.append(element('p', {}, say('verify.comment'), ' ',
    element('code', { class: 'hash' }, report.trustedComment)));
  return box;
}

function filesLine(chosen: Chosen): HTMLElement {
  return element('ul', { class: 'chosen' }, ...PARTS.map((part) => element('li', { 'data-part': part },
    `${say(`verify.part_${part}`)}: `,
    chosen[part] ? element('code', { class: 'hash' }, chosen[part].name) : say(part === 'provenance' ? 'verify.may_miss' : 'verify.missing'))));
}

class VerifyApp {
  private chosen: Chosen = {};
  private running = Promise.resolve();
  private run = 0;
  private readonly worker = startWorker();
  private readonly files = element('div', {});
  private readonly checks = element('ol', { class: 'checks' });
  private readonly result = element('div', { role: 'status', class: 'result' });

  constructor(host: HTMLElement) {
    const input = element('input', { type: 'file', multiple: true, accept: '.zst,.tar,.minisig,.json,.dsse' });
    input.addEventListener('change', () => {
      this.take([...(input.files ?? [])]);
      input.value = '';
    });
    const zone = element('div', { class: 'drop' }, element('p', {}, say('verify.drop')),
      labelled(say('verify.choose'), input), button(say('verify.own'), () => void this.takeOwn()));
    zone.addEventListener('dragover', (event) => {
      event.preventDefault();
      zone.classList.add('over');
    });
    zone.addEventListener('dragleave', () => zone.classList.remove('over'));
    zone.addEventListener('drop', (event) => {
      event.preventDefault();
      zone.classList.remove('over');
      this.take([...(event.dataTransfer?.files ?? [])]);
    });
    host.replaceChildren(zone, this.files, this.result, this.checks);
    this.files.append(filesLine(this.chosen));
  }

  private take(files: File[]): void {
    const unknown = files.filter(({ name }) => partOf(name) === undefined && name !== 'SHA256SUMS');
    for (const file of files) {
      const part = partOf(file.name);
      if (part) this.chosen[part] = { name: file.name, read: () => file.arrayBuffer() };
    }
    this.files.replaceChildren(filesLine(this.chosen), ...unknown.map(({ name }) =>
      element('p', { class: 'problem' }, say('verify.unknown', name))));
    void this.check();
  }

  /** The files that this site offers for download. */
  private async takeOwn(): Promise<void> {
    const { study, version, content_id } = await meta();
    const root = document.body.dataset['root'] ?? '';
    const names = [`${study}-${version}-${content_id.slice(0, 16)}.tar.zst`, 'SHA256SUMS.minisig', 'provenance.dsse.json'];
    PARTS.forEach((part, i) => {
      const name = names[i] ?? '';
      this.chosen[part] = { name, read: async () => {
        const response = await fetch(`${root}download/${name}`);
        if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
        return response.arrayBuffer();
      } };
    });
    this.files.replaceChildren(filesLine(this.chosen));
    await this.check();
  }

  /** One after another; of several runs only the last one is shown. */
  private check(): Promise<void> {
    const mine = ++this.run;
    this.checks.replaceChildren();
    this.result.replaceChildren();
    if (!this.chosen.archive || !this.chosen.signature) return this.running;
    this.result.textContent = say('verify.working');
    this.running = this.running.then(() => this.perform(() => mine === this.run));
    return this.running;
  }

  private async perform(current: () => boolean): Promise<void> {
    if (!current()) return;
    const before = performance.now();
    try {
      const request = await readAll(this.chosen);
      if (!request || !current()) return;
      const report = await inWorker(this.worker, request, (check) => current() && this.checks.append(checkLine(check)));
      if (!current()) return;
      this.result.replaceChildren(verdict(report),
        element('p', { class: 'note' }, say('verify.took', number(performance.now() - before))));
    } catch (error) {
      if (current()) this.result.replaceChildren(element('p', { class: 'problem' },
        say('verify.cannot', error instanceof Error ? error.message : String(error))));
    }
  }
}

export function start(host: HTMLElement): void {
  new VerifyApp(host);
}
