import { expect, it } from "vitest";
import { s3Objects } from "./s3-objects.ts";
import { givenS3 } from "./s3-server/given-s3.test-support.ts";

const text = async (body: ReadableStream<Uint8Array> | undefined) => new Response(body).text();
const bytes = (content: string) => new TextEncoder().encode(content);

it("the objects of a prefix are not those of another, nor of the bucket", async () => {
  const { open } = await givenS3();
  const [one, other, all] = [open({ prefix: "one" }), open({ prefix: "one/two" }), open()];
  await one.put("a", bytes("of one"));
  await other.put("a", bytes("of two"));
  expect(await text((await one.get("a"))?.body)).toBe("of one");
  expect((await other.list("")).objects.map(({ key }) => key)).toEqual(["a"]);
  expect((await one.list("")).objects.map(({ key }) => key)).toEqual(["a", "two/a"]);
  expect((await all.list("")).objects.map(({ key }) => key)).toEqual(["one/a", "one/two/a"]);
});

it("credentials that are wrong are refused, and temporary ones are signed", async () => {
  const { open, front } = await givenS3();
  await expect(open({ secretAccessKey: "wrong" }).put("a", bytes("x"))).rejects.toMatchObject({
    code: "storage_refused",
    detail: expect.stringContaining("403 SignatureDoesNotMatch") as string,
  });
  await open({ sessionToken: "token" }).put("a", bytes("x"));
  expect(front.received.at(-1)?.headers).toMatchObject({
    "x-amz-security-token": "token",
    authorization: expect.stringContaining("x-amz-security-token") as string,
  });
});

it("a bucket that does not exist is refused", async () => {
  const { open } = await givenS3();
  const store = open({ bucket: "another" });
  for (const call of [() => store.get("a"), () => store.put("a", bytes("x")), () => store.list("")])
    await expect(call()).rejects.toMatchObject({ code: "storage_refused" });
});

it("a put holds one part of a stream, and leaves no upload", async () => {
  const { open, front, openUploads } = await givenS3();
  const [partBytes, chunkBytes] = [50_000, 7_000];
  const store = open({ partBytes });
  let pulled = 0;
  let most = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const arrived = front.received.reduce(
          (sum, { method, body }) => sum + (method === "PUT" ? body.length : 0),
          0,
        );
        pulled += chunkBytes;
        most = Math.max(most, pulled - arrived);
        controller.enqueue(new Uint8Array(chunkBytes));
        if (pulled >= 420_000) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  await store.put("a", body);
  expect((await store.head("a"))?.size).toBe(420_000);
  expect(most).toBeLessThanOrEqual(partBytes + chunkBytes);
  const failing = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(120_000)),
    pull: () => Promise.reject(new Error("the body fails")),
  });
  await expect(store.put("b", failing)).rejects.toThrow("the body fails");
  expect(await openUploads()).toEqual([]);
});

it("one of two puts of what is absent stores it, where the service has conditions", async () => {
  const { open } = await givenS3();
  const store = open();
  for (const length of [10, 250_000]) {
    const put = () => store.put(`a-${length}`, new Uint8Array(length), { ifAbsent: true });
    const outcomes = await Promise.all([put(), put(), put()]);
    expect(outcomes.filter(({ stored }) => stored)).toHaveLength(1);
  }
});

it.each([
  [{ endpoint: "s3.example.test" }, /endpoint/],
  [{ endpoint: "ftp://s3.example.test" }, /endpoint/],
  [{ bucket: "a/b" }, /bucket/],
  [{ region: "" }, /region/],
  [{ secretAccessKey: "" }, /secretAccessKey/],
  [{ prefix: "../x" }, /key/],
  [{ partBytes: 0 }, /partBytes/],
  [{ timeoutMs: 0.5 }, /timeoutMs/],
])("the options %j are refused", (wrong, message) => {
  const right = {
    endpoint: "https://s3.example.test",
    bucket: "bucket",
    region: "auto",
    accessKeyId: "id",
    secretAccessKey: "secret",
    style: "path",
  } as const;
  expect(() => s3Objects({ ...right, ...wrong })).toThrow(message);
});
