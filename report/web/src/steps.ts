// How the run went: macro-steps, iterations, rejections, residual and error estimate over time.
import type { Run } from './data';
import { h, section } from './dom';
import { Plot, type Curve } from './plot';
import type { TimeRange } from './range';
import { curveColour } from './theme';

type Pick = (run: Run) => (number | null)[];

/** One curve per run that has a history, over the ends of its buckets; the start is added so that steps show in full. */
function curves(runs: Run[], pick: Pick, extra: Partial<Curve> = {}): Curve[] {
  return runs.map((run) => {
    const y = pick(run);
    return {
      label: run.label,
      colour: () => curveColour(run.index),
      x: [run.sidecar!.start ?? run.time[0], ...run.sidecar!.history!.time],
      y: [extra.shape === 'bars' ? null : (y[0] ?? null), ...y],
      shape: 'stepped' as const,
      ...extra,
    };
  });
}

function stepLengths(runs: Run[]): Curve[] {
  const longest = curves(runs, (r) => r.sidecar!.history!.longest);
  const shortest = curves(runs, (r) => r.sidecar!.history!.shortest, { quiet: true });
  return [...longest.map((c, i) => ({ ...c, bandTo: runs.length + i })), ...shortest];
}

function perStep(runs: Run[]): Curve[] {
  return curves(runs, (r) => {
    const { iterations, steps, rejected } = r.sidecar!.history!;
    return iterations.map((n, i) => n / Math.max(1, steps[i] + (rejected[i] ?? 0)));
  });
}

function tolerances(runs: Run[]): Curve[] {
  const given = [
    ...new Set(runs.map((r) => Number(r.sidecar!.settings?.tolerance ?? 0)).filter((t) => t > 0)),
  ];
  const first = Math.min(...runs.map((r) => r.time[0])),
    last = Math.max(...runs.map((r) => r.time[r.time.length - 1]));
  return given.map((t) => ({
    label: 'tolerance',
    colour: () => '#888888',
    x: [first, last],
    y: [t, t],
    dash: [5, 4],
  }));
}

const largest = (list: (number | null)[]): number => list.reduce((a: number, b) => Math.max(a, b ?? 0), 0);

export function stepsSection(runs: Run[], range: TimeRange): HTMLElement {
  const known = runs.filter((run) => (run.sidecar?.history?.time.length ?? 0) > 0);
  const plots = h('div', { class: 'plots' });
  const notes: string[] = [];
  if (known.length === 0)
    notes.push(
      'How the macro-steps went is not in these results: run again with this version of Accordo, without --no-sidecar.',
    );
  else if (known.length < runs.length)
    notes.push(
      `Without a history: ${runs
        .filter((r) => !known.includes(r))
        .map((r) => r.label)
        .join(', ')}.`,
    );
  const draw = () => {
    const any = (pick: Pick) => known.filter((run) => largest(pick(run)) > 0);
    const add = (title: string, unit: string, list: Curve[], log: boolean) =>
      list.length > 0 && new Plot({ title, unit, curves: list, log, range }, plots);
    const wide = known.some(
      (r) => largest(r.sidecar!.history!.longest) > 20 * Math.min(...r.sidecar!.history!.shortest),
    );
    add('Length of macro-steps', 'longest and shortest', stepLengths(known), wide);
    const iterating = any((r) => r.sidecar!.history!.iterations);
    add('Iterations', 'per macro-step', perStep(iterating), false);
    const rejecting = any((r) => r.sidecar!.history!.rejected);
    add(
      'Rejected macro-steps',
      '',
      curves(rejecting, (r) => r.sidecar!.history!.rejected, { shape: 'bars' }),
      false,
    );
    const residual = any((r) => r.sidecar!.history!.residual),
      estimate = any((r) => r.sidecar!.history!.estimate);
    add(
      'Coupling residual',
      'relative to the input\u2019s amplitude',
      curves(residual, (r) => r.sidecar!.history!.residual),
      true,
    );
    add(
      'Error estimate',
      'relative',
      [
        ...curves(estimate, (r) => r.sidecar!.history!.estimate),
        ...(estimate.length > 0 ? tolerances(estimate) : []),
      ],
      true,
    );
  };
  if (known.length > 0) {
    if (known.every((r) => largest(r.sidecar!.history!.iterations) === 0))
      notes.push('The method does not iterate.');
    if (known.every((r) => largest(r.sidecar!.history!.rejected) === 0))
      notes.push('No macro-step was rejected.');
    if (known.every((r) => largest(r.sidecar!.history!.estimate) === 0))
      notes.push('The method gives no error estimate.');
    queueMicrotask(draw);
  }
  return section(
    'steps',
    'Macro-steps',
    notes.length > 0 && h('p', { class: 'hint' }, notes.join(' ')),
    plots,
  );
}
