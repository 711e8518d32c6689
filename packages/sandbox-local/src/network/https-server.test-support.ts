import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";

/** A server on this host's loopback that speaks TLS as `files.test` and serves the files of a folder. */
export interface HttpsServer {
  readonly port: number;
  readonly folder: string;
  /** The certificate that clients trust. */
  readonly certificate: string;
  /** The targets of the requests so far. */
  readonly requests: string[];
  close(): Promise<void>;
}

export async function httpsServer(): Promise<HttpsServer> {
  const dir = await mkdtemp(join(tmpdir(), "https-server-"));
  const [key, certificate, folder] = [join(dir, "key.pem"), join(dir, "cert.pem"), join(dir, "files")];
  const about = ["-subj", "/CN=files.test", "-addext", "subjectAltName=DNS:files.test,DNS:other.test"];
  const of = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-days", "2", "-nodes"];
  await execa("openssl", ["req", "-x509", ...of, ...about, "-keyout", key, "-out", certificate]);
  const requests: string[] = [];
  const server = createServer(
    { key: await readFile(key), cert: await readFile(certificate) },
    (request, response) => {
      const { pathname } = new URL(request.url ?? "/", "https://files.test");
      requests.push(pathname);
      readFile(join(folder, pathname)).then(
        (content) => response.end(content),
        () => response.writeHead(404).end(),
      );
    },
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    folder,
    certificate: await readFile(certificate, "utf8"),
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Makes a repository with one commit for the server, for clients that fetch over plain HTTP. */
export async function serveRepository({ folder }: HttpsServer, content: string): Promise<void> {
  const git = (cwd: string, ...words: string[]) =>
    execa("git", ["-c", "user.name=A", "-c", "user.email=a@b.test", ...words], {
      cwd,
      env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    });
  const source = join(folder, "source");
  await execa("git", ["init", "--quiet", source]);
  await execa("tee", [join(source, "read-me")], { input: content });
  await git(source, "add", ".");
  await git(source, "commit", "--quiet", "-m", "First");
  await git(folder, "clone", "--quiet", "--bare", "source", "repository.git");
  await git(join(folder, "repository.git"), "update-server-info");
}
