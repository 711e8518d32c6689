import { expect, test, vi } from "vitest";
import { memoryStorage } from "../../testing/memory-storage.ts";
import { archive, markRead, markViewed, pin } from "./personal-view.ts";
import { PersonalViews, type ViewStore } from "./personal-views.ts";

const START = 1_000;

const viewsOf = (store: ViewStore | null, now = START) => new PersonalViews(store, () => now);

test("a view outlives a reload, and is that of one person", () => {
  const { store } = memoryStorage();
  const before = viewsOf(store);
  before.change("t/ada", (view) => markRead(archive(pin(view, "ws_1"), "ws_2"), "ws_1/ses_1", 5_000));
  before.change("t/ada", (view) => markViewed(view, "ws_1/ses_1\na.ts", "1..2"));
  const after = viewsOf(store, 9_000);
  expect(after.read("t/ada")).toEqual(before.read("t/ada"));
  expect(after.read("t/ada")).toMatchObject({ since: START, viewed: { size: 1 } });
  expect(after.read("t/bob")).toMatchObject({ since: 9_000, pinned: new Set(), viewed: new Map() });
});

test("a view starts when it is first read", () => {
  const { store } = memoryStorage();
  viewsOf(store).read("t/ada");
  expect(viewsOf(store, 9_000).read("t/ada").since).toBe(START);
});

test("two tabs change the same view, and see what the other changed", () => {
  const { store, values } = memoryStorage();
  const [one, two] = [viewsOf(store), viewsOf(store)];
  one.read("t/ada");
  two.read("t/ada");
  one.change("t/ada", (view) => pin(view, "ws_1"));
  two.change("t/ada", (view) => pin(view, "ws_2"));
  const onChange = vi.fn<() => void>();
  const stop = one.subscribe(onChange);
  one.reload("theme");
  expect(onChange).not.toHaveBeenCalled();
  one.reload([...values.keys()][0] ?? "");
  expect(onChange).toHaveBeenCalledOnce();
  expect([...one.read("t/ada").pinned]).toEqual(["ws_1", "ws_2"]);
  stop();
  one.reload(null);
  expect(onChange).toHaveBeenCalledOnce();
});

test("a view that does not change is the same object and is not stored again", () => {
  const { store } = memoryStorage();
  const setItem = vi.spyOn(store, "setItem");
  const views = viewsOf(store);
  const view = views.read("t/ada");
  views.change("t/ada", (before) => markRead(before, "ws_1/ses_1", START));
  expect(views.read("t/ada")).toBe(view);
  expect(setItem).toHaveBeenCalledOnce();
});

test.each([
  ["no JSON", "{"],
  ["another version", JSON.stringify({ version: 2, since: 5, pinned: ["ws_1"] })],
  ["another type", "[]"],
])("a stored text that is %s is a new view", (_, text) => {
  const { values, store } = memoryStorage();
  viewsOf(store).read("t/ada");
  for (const key of values.keys()) values.set(key, text);
  expect(viewsOf(store).read("t/ada")).toMatchObject({ since: START, pinned: new Set() });
});

test("what is not valid in a stored view is left out", () => {
  const { values, store } = memoryStorage();
  viewsOf(store).read("t/ada");
  const damaged = {
    version: 1,
    since: 5,
    pinned: ["ws_1", 7],
    read: [["a", 6], ["b"], "c"],
    archived: {},
    viewed: [["a"], ["b", "1"], ["c", 1], 3],
  };
  for (const key of values.keys()) values.set(key, JSON.stringify(damaged));
  expect(viewsOf(store).read("t/ada")).toEqual({
    since: 5,
    pinned: new Set(["ws_1"]),
    archived: new Set(),
    read: new Map([["a", 6]]),
    readIdle: new Map(),
    viewed: new Map([["b", "1"]]),
  });
});

test("without storage, or if it is full, a view lasts until the page is closed", () => {
  for (const store of [null, memoryStorage(0).store]) {
    const views = viewsOf(store);
    views.change("t/ada", (view) => pin(view, "ws_1"));
    views.change("t/ada", (view) => pin(view, "ws_2"));
    expect([...views.read("t/ada").pinned]).toEqual(["ws_1", "ws_2"]);
  }
});

test("while the storage is full, changes are kept, until they can be stored", () => {
  const { store } = memoryStorage();
  viewsOf(store).change("t/ada", (view) => pin(view, "ws_1"));
  const views = viewsOf(store);
  const { setItem } = store;
  store.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  views.change("t/ada", (view) => pin(view, "ws_2"));
  views.change("t/ada", (view) => pin(view, "ws_3"));
  views.reload(null);
  expect([...views.read("t/ada").pinned]).toEqual(["ws_1", "ws_2", "ws_3"]);
  store.setItem = setItem;
  views.change("t/ada", (view) => pin(view, "ws_4"));
  viewsOf(store).change("t/ada", (view) => pin(view, "ws_5"));
  views.change("t/ada", (view) => pin(view, "ws_6"));
  expect([...viewsOf(store).read("t/ada").pinned]).toEqual(["ws_1", "ws_2", "ws_3", "ws_4", "ws_5", "ws_6"]);
});
