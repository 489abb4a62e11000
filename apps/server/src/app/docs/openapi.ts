import { type Access, api, type Endpoint, POLICY, ROLES } from '@halyard/domain';
import { z } from 'zod';
import { Schemas } from './schemas.ts';

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, unknown> };
}

export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: unknown }[];
  requestBody?: { required: true; content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

/** Returns the API's OpenAPI document, derived only from the contract. */
export function openApiDocument(title: string, version: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  const schemas = new Schemas();
  for (const [call, endpoint] of Object.entries(api) as [string, Endpoint][]) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = operation(call, endpoint, schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${title} API`,
      version,
      description:
        'Signing in sets a session cookie; programs send an API token as `Authorization: Bearer …` instead. Requests that change data send JSON, and pages of other origins cannot make them. Error responses (any status other than 2xx) contain a short plain-text message.',
    },
    paths,
    components: { schemas: schemas.components },
  };
}

function operation(call: string, endpoint: Endpoint, schemas: Schemas): OpenApiOperation {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const params = fieldsOf(endpoint.params);
  const query = fieldsOf(endpoint.query);
  const hasBody = endpoint.body.type !== 'undefined';
  return {
    operationId: call,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: whoMay(endpoint.access),
    parameters: [
      ...names.map((name) => ({
        name,
        in: 'path' as const,
        required: true,
        schema: params.properties?.[name] ?? { type: 'string' },
      })),
      ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({
        name,
        in: 'query' as const,
        required: query.required?.includes(name) === true,
        schema,
      })),
    ],
    ...(hasBody
      ? {
          requestBody: {
            required: true as const,
            content: Object.fromEntries(
              Object.entries(endpoint.rawBody ?? { 'application/json': endpoint.body }).map(
                ([media, schema]) => [media, { schema: schemas.of(schema, 'input') }],
              ),
            ),
          },
        }
      : {}),
    responses: {
      [endpoint.status]:
        endpoint.status === 204
          ? { description: 'Done' }
          : {
              description: 'Success',
              content: { [endpoint.media]: { schema: schemas.of(endpoint.response, 'output') } },
            },
      default: {
        description: 'Error: a short message for the user',
        content: { 'text/plain': { schema: { type: 'string' } } },
      },
    },
  };
}

/** Returns the names and schemas of the parameters in a path. */
const fieldsOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };

/**
 * Describes who may make an API call according to the policy: the roles, and the records that each
 * role can access.
 */
function whoMay(access: Access): string {
  if (access === 'public') return 'Anyone.';
  if (access === 'session') return 'Any signed-in user.';
  if (access === 'anySession') return 'Any signed-in user, even with a temporary password.';
  if (access === 'enrolling')
    return 'Any signed-in user, even before setting up a required second factor.';
  const reaches = ROLES.flatMap((role) => {
    const reach = POLICY[role][access];
    return reach ? [`${role} (${reach === 'all' ? 'everything' : `own ${reach}`})`] : [];
  });
  return `${reaches.join(', ')}.`;
}
