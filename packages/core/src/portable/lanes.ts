/** Runs the work of one key one after another, and of different keys side by side. */
export class Lanes {
  private readonly last = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve();
    const result = before.then(work, work);
    this.last.set(key, result);
    const done = () => {
      if (this.last.get(key) === result) this.last.delete(key);
    };
    result.then(done, done);
    return result;
  }
}
