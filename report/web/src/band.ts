// Where the right values lie, to first order: between a curve and the curve less its estimated error.
import uPlot from 'uplot';
import type { Values } from './merge';
import type { TimeRange } from './range';
import { faint } from './theme';

export interface Banded {
  color: () => string;
  x: Values;
  y: Values;
  right?: Values; // the other edge of the band
}

export const kBandAlpha = 0.3;

/** The points that are shown, and a neighbor at either end: up to, but without the second one. */
function shownPoints(x: Values, range: TimeRange): [number, number] {
  let first = 0,
    end = x.length;
  while (first + 1 < end && x[first + 1]! < range.min) ++first;
  while (end > first + 1 && x[end - 2]! > range.max) --end;
  return [first, end];
}

/** There and back again around each stretch of points that have both edges. */
function outline(u: uPlot, { x, y, right }: Banded, range: TimeRange, log: boolean): Path2D {
  const path = new Path2D();
  const drawable = (v: number | null) => v !== null && Number.isFinite(v) && (!log || v > 0);
  const point = (i: number, edge: Values): [number, number] => [
    u.valToPos(x[i]!, 'x', true),
    u.valToPos(edge[i]!, 'y', true),
  ];
  const [first, end] = shownPoints(x, range);
  for (let a = first; a < end; ++a) {
    let b = a;
    while (b < end && drawable(y[b]) && drawable(right![b])) ++b;
    for (let i = a; i < b; ++i) {
      if (i === a) path.moveTo(...point(i, y));
      else path.lineTo(...point(i, y));
    }
    for (let i = b - 1; i >= a; --i) path.lineTo(...point(i, right!));
    if (b > a) path.closePath();
    a = b;
  }
  return path;
}

/** As wide as it is: a band that is narrower than the line lies hidden below it. */
export function drawBands(u: uPlot, curves: Banded[], range: TimeRange, log: boolean): void {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const curve of curves) {
    if (!curve.right) continue;
    ctx.fillStyle = faint(curve.color(), kBandAlpha);
    ctx.fill(outline(u, curve, range, log));
  }
  ctx.restore();
}

/** The range of the values shown, with that of the bands; of bands far beyond only so much that the curves keep a third
 *  of the height. */
export function withBands(curves: Banded[], range: TimeRange, min: number, max: number): [number, number] {
  let low = min,
    high = max;
  for (const { x, right } of curves) {
    if (!right) continue;
    const [first, end] = shownPoints(x, range);
    for (let i = first; i < end; ++i) {
      const v = right[i];
      if (x[i]! < range.min || x[i]! > range.max || v === null || !Number.isFinite(v)) continue;
      low = Math.min(low, v);
      high = Math.max(high, v);
    }
  }
  const most = max > min ? max - min : Infinity;
  return [Math.max(low, min - most), Math.min(high, max + most)];
}
