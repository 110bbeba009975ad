// The stretch of time that all plots show together.

export class TimeRange {
  private listeners = new Set<() => void>();
  min: number;
  max: number;

  constructor(
    readonly first: number,
    readonly last: number,
  ) {
    this.min = first;
    this.max = last;
  }

  get zoomed(): boolean {
    return this.min > this.first || this.max < this.last;
  }

  /** Never beyond the data, never so small that doubles run out. */
  set(min: number, max: number): void {
    const whole = this.last - this.first;
    const width = Math.min(Math.max(max - min, whole * 1e-9), whole);
    this.min = Math.min(Math.max(min, this.first), this.last - width);
    this.max = this.min + width;
    if (this.max > this.last - whole * 1e-12) this.max = this.last;
    this.listeners.forEach((f) => f());
  }

  /** By a factor, `at` staying where it is. */
  zoom(factor: number, at = (this.min + this.max) / 2): void {
    this.set(at - (at - this.min) * factor, at + (this.max - at) * factor);
  }

  /** By a share of what is shown. */
  pan(share: number): void {
    const by = share * (this.max - this.min);
    this.set(this.min + by, this.max + by);
  }

  reset(): void {
    this.set(this.first, this.last);
  }

  listen(f: () => void): () => void {
    this.listeners.add(f);
    return () => this.listeners.delete(f);
  }
}
