import { DomainError } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import { parseQuery } from "./raw-query.ts";

const parse = (raw: string) => Object.fromEntries(parseQuery(raw, (query) => `http://a.test/x?${query}`));

function failure(raw: string): DomainError {
  try {
    parse(raw);
  } catch (error) {
    if (DomainError.isInstance(error)) return error;
    throw error;
  }
  throw new Error(`${raw} was taken`);
}

describe("the query", () => {
  test("is decoded once, with + as a space", () => {
    expect(parse("path=src%2Fmain.ts&q=a+b%2Bc&empty=&bare")).toEqual({
      path: "src/main.ts",
      q: "a b+c",
      empty: "",
      bare: "",
    });
    expect(parse("path=a%252Fb")).toEqual({ path: "a%2Fb" });
    expect(parse("path=%C3%BC%20%F0%9F%98%80")).toEqual({ path: "ü 😀" });
    expect(parse("&&a=1&")).toEqual({ a: "1" });
    expect(parse("")).toEqual({});
  });

  test("with a raw / in a path tells the right URL", () => {
    const { code, detail } = failure("path=src/a+b/%C3%BC.ts&recursive=true");
    expect(code).toBe("path_not_encoded");
    expect(detail).toContain("http://a.test/x?path=src%2Fa%20b%2F%C3%BC.ts&recursive=true");
  });

  test("takes a raw / in what is no path", () => {
    expect(parse("search=a/b")).toEqual({ search: "a/b" });
  });

  test.each(["path=%ff", "path=%C3", "path=%zz", "path=a%", "path=%ED%A0%80"])(
    "%o is not UTF-8 and no path",
    (raw) => {
      expect(failure(raw).code).toBe("invalid_path");
    },
  );

  test("with broken escapes in other parameters is refused too", () => {
    expect(failure("search=%ff").code).toBe("invalid_request");
    expect(failure("%ff=1").code).toBe("invalid_request");
  });

  test("with a parameter given twice is refused, however its name is written", () => {
    expect(failure("path=a&path=b").code).toBe("invalid_request");
    expect(failure("path=a&pat%68=b").code).toBe("invalid_request");
  });

  test("holds names like those of objects' own members", () => {
    expect(failure("__proto__=1&__proto__=2").code).toBe("invalid_request");
    expect(parseQuery("__proto__=1", String).get("__proto__")).toBe("1");
  });
});
