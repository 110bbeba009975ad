// Values of curves under the cursor.

type Points = (number | null | undefined)[]; // undefined: of another curve's time

/** The nearest point of a curve that has one: runs have rows of their own. */
export function nearest(data: Points, index: number): number {
  for (let d = 0; d < data.length; ++d) {
    if (index - d >= 0 && data[index - d] !== undefined) return index - d;
    if (index + d < data.length && data[index + d] !== undefined) return index + d;
  }
  return index;
}

/** A curve's value at a point of the common axis: on the line between its own rows, or of the bucket that is passing. */
export function valueAt(x: ArrayLike<number>, y: Points, index: number, stepped: boolean): number | null {
  let a = index,
    b = index;
  while (a >= 0 && y[a] === undefined) --a;
  while (b < y.length && y[b] === undefined) ++b;
  if (b === y.length || a < 0) return null;
  if (stepped || a === b || y[a] === null || y[b] === null) return y[b] ?? null;
  return y[a]! + ((y[b]! - y[a]!) * (x[index] - x[a])) / (x[b] - x[a]);
}
