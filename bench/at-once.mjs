/** Calls `work` with each index below the count, at most `limit` at once. */
export async function atOnce(limit, count, work) {
  let next = 0;
  const one = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: limit }, one));
}
