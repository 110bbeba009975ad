// The top of the page: what was simulated, whether to trust it, and the main figures.
import type { Run, Sidecar, Verdict } from './data';
import { h, table } from './dom';
import { count, num, plural, seconds } from './format';
import { curveColor, onTheme } from './theme';

const kWords: Record<string, string> = { trustworthy: 'Trustworthy', doubtful: 'Doubtful', wrong: 'Wrong' };
const kMarks: Record<string, string> = { trustworthy: '\u2713', doubtful: '?', wrong: '\u2717' };

function checkText(check: NonNullable<Sidecar['verification']>): string {
  const where = check.signal ? ` (${check.signal})` : '';
  return `Checked against ${check.against ?? 'a finer run'}: they differ by ${num(check.difference_percent, 3)}\u202f%${where}.`;
}

function verdictBox(verdict: Verdict | undefined, run: Run, several: boolean): HTMLElement {
  const known = verdict && kWords[verdict.level] ? verdict.level : 'unknown';
  const title = verdict ? (kWords[verdict.level] ?? verdict.level) : 'No verdict';
  const reasons = verdict?.reasons ?? [];
  const check = run.sidecar?.verification;
  const headline = [
    h('span', { class: 'mark', 'aria-hidden': 'true' }, kMarks[known] ?? '\u2013'),
    several ? `${title}: ${run.label}` : title,
  ];
  const outcome = run.sidecar?.outcome;
  const why = [
    outcome?.message && h('p', {}, `The run ended at t = ${num(outcome.time)}: ${outcome.message}`),
    outcome?.remedy && h('p', {}, `Remedy: ${outcome.remedy}`),
    verdict
      ? null
      : h(
          'p',
          {},
          run.sidecar
            ? 'This result was written without one.'
            : 'There is no .json beside the CSV, so nothing is known about how the run went.',
        ),
    reasons.length > 0 && h('ul', {}, ...reasons.map((r) => h('li', { class: r.level ?? '' }, r.text))),
    check?.difference_percent !== undefined && h('p', {}, checkText(check)),
  ];
  if (several)
    return h('details', { class: `verdict ${known}` }, h('summary', { class: 'level' }, ...headline), ...why);
  return h('div', { class: `verdict ${known}` }, h('p', { class: 'level' }, ...headline), ...why);
}

function tile(name: string, value: string, note = ''): HTMLElement {
  return h(
    'div',
    { class: 'tile' },
    h('dt', {}, name),
    h('dd', {}, value, note !== '' && h('small', {}, note)),
  );
}

function ended(side: Sidecar): string {
  if (!side.status || side.status === 'done') return '';
  return `ended early at t = ${num(side.reached)}: ${side.status}`;
}

function tiles(run: Run): HTMLElement {
  const side = run.sidecar;
  const last = run.time.length > 0 ? run.time[run.time.length - 1] : NaN;
  const list = [
    tile(
      'simulated',
      `${num(side?.start ?? run.time[0])} \u2026 ${num(side?.reached ?? last)}`,
      side ? ended(side) : '',
    ),
  ];
  if (side) {
    list.push(tile('macro-steps', count(side.macro_steps), `${count(side.rejected_steps)} rejected`));
    if (side.evaluations) list.push(tile('evaluations', count(side.evaluations)));
    else
      list.push(
        tile(
          'integrations',
          count(side.integrations),
          side.iterations ? plural(side.iterations, 'iteration') : '',
        ),
      );
    list.push(tile('coupling residual', num(side.max_coupling_residual, 3), 'largest, relative'));
    list.push(
      tile(
        'error estimate',
        num(side.error_estimate, 3),
        side.error_estimate === null ? 'the method has none' : 'largest, relative',
      ),
    );
    list.push(tile('wall time', seconds(side.wall_seconds), `start-up ${seconds(side.startup_seconds)}`));
  }
  list.push(
    tile(
      'rows',
      count(run.rows),
      run.rowsPerBucket > 1 ? `shown in groups of ${count(run.rowsPerBucket)}, peaks kept` : '',
    ),
  );
  return h('dl', { class: 'tiles' }, ...list);
}

/** A small square in a run's color. */
export function swatch(index: number): HTMLElement {
  const square = h('i', { class: 'swatch', style: `background:${curveColor(index)}` });
  onTheme(() => {
    square.style.background = curveColor(index);
  });
  return square;
}

function runsTable(runs: Run[]): HTMLElement {
  return table(
    ['run', 'verdict', 'macro-steps', 'rejected', 'integrations', 'residual', 'estimate', 'time'],
    runs.map((run) => {
      const side = run.sidecar;
      return [
        h('span', {}, swatch(run.index), run.label, run.reference && h('small', {}, ' reference')),
        side?.verdict?.level ?? '\u2013',
        count(side?.macro_steps),
        count(side?.rejected_steps),
        count(side?.integrations),
        num(side?.max_coupling_residual, 3),
        num(side?.error_estimate, 3),
        seconds(side?.wall_seconds),
      ];
    }),
    [false, false, true, true, true, true, true, true],
  );
}

export function summarySection(runs: Run[]): HTMLElement {
  const several = runs.length > 1;
  const first = runs[0];
  const scenarios = [...new Set(runs.map((r) => r.sidecar?.scenario ?? r.label))];
  const title = scenarios.length <= 3 ? scenarios.join(', ') : plural(runs.length, 'run');
  document.title = `${title} \u2013 Accordo report`;
  const remarks = runs.flatMap((run) => run.remarks.map((text) => `${run.file}: ${text}.`));
  return h(
    'header',
    {},
    h('p', { class: 'brand' }, 'Accordo report'),
    h('h1', {}, title, !several && first.sidecar?.method ? h('small', {}, ` ${first.sidecar.method}`) : null),
    remarks.length > 0 && h('ul', { class: 'remarks' }, ...remarks.map((r) => h('li', {}, r))),
    ...runs.map((run) => verdictBox(run.sidecar?.verdict, run, several)),
    several ? runsTable(runs) : tiles(first),
  );
}
