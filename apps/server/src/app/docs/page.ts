import { createHash } from 'node:crypto';
import { escapeHtml } from '../../platform/http/html.ts';
import type { OpenApiDocument, OpenApiOperation } from './openapi.ts';

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; text-transform: capitalize; }
details { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 6px; margin: .5rem 0; }
summary { cursor: pointer; padding: .5rem .75rem; } summary code { font-weight: 600; }
details > div { padding: 0 .75rem .75rem; } h3 { font-size: .85rem; margin: .75rem 0 .25rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .85rem; }
pre { overflow: auto; max-height: 24rem; padding: .75rem; border-radius: 6px; background: color-mix(in srgb, currentColor 6%, transparent); margin: 0; }
`;

/**
 * The content security policy of the API documentation page. It allows only the inline style whose
 * hash it contains.
 */
export const DOCS_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * Renders the OpenAPI document as a single page. The page has no scripts, so that it works under
 * the strictest policy (`DOCS_POLICY`).
 */
export function docsPage(document: OpenApiDocument): string {
  const sections = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags[0] ?? 'other';
      sections.set(tag, [...(sections.get(tag) ?? []), callHtml(method, path, operation)]);
    }
  const body = [...sections].map(([tag, calls]) => `<h2>${escapeHtml(tag)}</h2>${calls.join('')}`);
  const named = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${name}"><summary><code>${name}</code></summary><div>${schemaHtml(schema)}</div></details>`,
  );
  const title = escapeHtml(document.info.title);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title} <small>${escapeHtml(document.info.version)}</small></h1>
<p>${escapeHtml(document.info.description)} As a document: <a href="/api/openapi.json">openapi.json</a>.</p>
${body.join('\n')}
<h2>Schemas</h2>${named.join('')}</main></body></html>`;
}

function callHtml(method: string, path: string, operation: OpenApiOperation): string {
  const request = operation.requestBody?.content['application/json']?.schema;
  const parts = [`<p>${escapeHtml(operation.description)}</p>`];
  if (request) parts.push(`<h3>Request</h3>${schemaHtml(request)}`);
  for (const [status, response] of Object.entries(operation.responses)) {
    const schema = response.content?.['application/json']?.schema;
    const heading = status === 'default' ? 'Otherwise' : `Answer ${status}`;
    parts.push(`<h3>${heading}</h3>`);
    parts.push(schema ? schemaHtml(schema) : `<p>${escapeHtml(response.description)}</p>`);
  }
  return `<details id="${escapeHtml(operation.operationId)}"><summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code> – ${escapeHtml(operation.summary)}</summary><div>${parts.join('')}</div></details>`;
}

/** Renders a schema as HTML. References become links to other schemas on the page. */
const schemaHtml = (schema: unknown) => {
  const text = escapeHtml(JSON.stringify(schema, null, 2));
  const linked = text.replace(
    /#\/components\/schemas\/(\w+)/g,
    (reference, name) => `<a href="#schema-${name}">${reference}</a>`,
  );
  return `<pre tabindex="0">${linked}</pre>`;
};
