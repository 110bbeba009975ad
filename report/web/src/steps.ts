// How the run went: macro-steps, iterations, rejections, residual and error estimate over time.
import type { History, Run } from './data';
import { h, section } from './dom';
import { Plot, type Curve } from './plot';
import type { TimeRange } from './range';
import { color, curveColor } from './theme';

type Pick = (history: History) => (number | null)[];

/** A run of which the history is known. */
interface Course {
  run: Run;
  history: History;
  start: number;
}

function courseOf(run: Run): Course[] {
  const history = run.sidecar?.history;
  const start = run.sidecar?.start ?? run.time[0];
  return history && history.time.length > 0 ? [{ run, history, start }] : [];
}

const largest = (list: (number | null)[]): number => list.reduce((a: number, b) => Math.max(a, b ?? 0), 0);

/** One curve per run, over the ends of its buckets; the start is added so that the first bucket shows in full. */
function curves(courses: Course[], pick: Pick, extra: Partial<Curve> = {}): Curve[] {
  return courses.map(({ run, history, start }) => {
    const y = pick(history);
    const first = extra.shape === 'bars' ? null : (y[0] ?? null);
    return {
      label: run.label,
      color: () => curveColor(run.index),
      x: [start, ...history.time],
      y: [first, ...y],
      shape: 'stepped' as const,
      ...extra,
    };
  });
}

function stepLengths(courses: Course[]): Curve[] {
  const longest = curves(courses, (history) => history.longest);
  const shortest = curves(courses, (history) => history.shortest, { quiet: true });
  return [...longest.map((c, i) => ({ ...c, bandTo: courses.length + i })), ...shortest];
}

const perStep: Pick = ({ iterations, steps, rejected }) =>
  iterations.map((n, i) => n / Math.max(1, steps[i] + (rejected[i] ?? 0)));

function tolerances(courses: Course[], range: TimeRange): Curve[] {
  const given = courses.map(({ run }) => Number(run.sidecar?.settings?.tolerance ?? 0));
  return [...new Set(given.filter((t) => t > 0))].map((t) => ({
    label: 'tolerance',
    color: () => color('--muted'),
    x: [range.first, range.last],
    y: [t, t],
    dash: [5, 4],
  }));
}

function draw(courses: Course[], range: TimeRange, plots: HTMLElement): void {
  const having = (pick: Pick) => courses.filter(({ history }) => largest(pick(history)) > 0);
  const add = (title: string, unit: string, list: Curve[], log: boolean) => {
    if (list.length > 0) new Plot({ title, unit, curves: list, log, range }, plots);
  };
  const wide = courses.some(({ history }) => largest(history.longest) > 20 * Math.min(...history.shortest));
  add('Length of macro-steps', 'longest and shortest', stepLengths(courses), wide);
  add(
    'Iterations',
    'per macro-step',
    curves(
      having((x) => x.iterations),
      perStep,
    ),
    false,
  );
  const rejected = curves(
    having((x) => x.rejected),
    (x) => x.rejected,
    { shape: 'bars' },
  );
  add('Rejected macro-steps', '', rejected, false);
  const residual = curves(
    having((x) => x.residual),
    (x) => x.residual,
  );
  add('Coupling residual', 'relative to the input\u2019s amplitude', residual, true);
  const estimating = having((x) => x.estimate);
  const estimate = curves(estimating, (x) => x.estimate);
  add(
    'Error estimate',
    'relative',
    estimate.length > 0 ? [...estimate, ...tolerances(estimating, range)] : [],
    true,
  );
}

function notesOf(runs: Run[], courses: Course[], moved: Course[]): string[] {
  if (courses.length === 0)
    return [
      'How the macro-steps went is not in these results: run again with this version, without --no-sidecar.',
    ];
  const notes: string[] = [];
  const labels = (list: Run[]) => list.map((run) => run.label).join(', ');
  const silent = runs.filter((run) => !courses.some((c) => c.run === run));
  const stuck = courses.filter((c) => !moved.includes(c)).map((c) => c.run);
  if (silent.length > 0) notes.push(`Without a history: ${labels(silent)}.`);
  if (stuck.length > 0)
    notes.push(runs.length > 1 ? `Never got on: ${labels(stuck)}.` : 'No macro-step was accepted.');
  const none = (pick: Pick) => moved.length > 0 && moved.every(({ history }) => largest(pick(history)) === 0);
  if (none((x) => x.iterations)) notes.push('There are no iterations.');
  if (none((x) => x.rejected)) notes.push('No macro-step was rejected.');
  if (none((x) => x.estimate)) notes.push('There is no error estimate over time.');
  return notes;
}

export function stepsSection(runs: Run[], range: TimeRange): HTMLElement {
  const courses = runs.flatMap(courseOf);
  const moved = courses.filter(({ history, start }) => history.time[history.time.length - 1] > start);
  const plots = h('div', { class: 'plots' });
  const notes = notesOf(runs, courses, moved);
  if (moved.length > 0) queueMicrotask(() => draw(moved, range, plots));
  return section(
    'steps',
    'Macro-steps',
    notes.length > 0 && h('p', { class: 'hint' }, notes.join(' ')),
    plots,
  );
}
