export interface BannerFacts {
  readonly version: string;
  readonly url: string;
  readonly store: string;
  /** Where the files of workspaces are published. Null: they stay on this host. */
  readonly files: string | null;
  readonly sandbox: string;
  readonly model: string;
}

/** The startup message, with the components in use. */
export function banner({ version, url, store, files, sandbox, model }: BannerFacts): string {
  const published = files === null ? "" : `  files    ${files}\n`;
  return `
workspace-agent ${version}

  store    ${store}
${published}  sandbox  ${sandbox}
  model    ${model}

API reference: ${url}/api/docs
`;
}

/** How to sign in, with a browser and without. */
export function signInHelp(url: string, code: string): string {
  return `
Open this URL in a browser to sign in. It works once and for 15 minutes:
  ${url}/sign-in?code=${code}

Without a browser, exchange the code for a cookie, and the cookie for a token:
  curl -s -c wa.cookies ${url}/api/auth/sign-in -H 'content-type: application/json' -d '{"code":"${code}"}'
  curl -s -b wa.cookies ${url}/api/service-tokens -H 'content-type: application/json' -H 'origin: ${url}' -d '{"name":"tour"}'
`;
}
