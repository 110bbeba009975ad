// Curves with time axes of their own, put on a common one.

export type Values = ArrayLike<number | null>;

/** The union of sorted axes, equal times kept as often as one axis has them (a jump is two rows of one time). Where an
 *  axis has no point its curve is undefined, which the plot passes over without a gap; not a number becomes a gap. */
export function merge(axes: Values[], curves: Values[]): { x: number[]; y: (number | null | undefined)[][] } {
  const at = axes.map(() => 0);
  const x: number[] = [];
  const y: (number | null | undefined)[][] = curves.map(() => []);
  for (;;) {
    let next = Infinity;
    for (let i = 0; i < axes.length; ++i) if (at[i] < axes[i].length) next = Math.min(next, axes[i][at[i]]!);
    if (next === Infinity) return { x, y };
    x.push(next);
    for (let i = 0; i < axes.length; ++i) {
      const here = at[i] < axes[i].length && axes[i][at[i]] === next;
      const value = here ? curves[i][at[i]++] : undefined;
      y[i].push(here && (value === null || !Number.isFinite(value)) ? null : value);
    }
  }
}
