import type { createErrorResponses } from './responses.ts'

const text = (description: string) => ({ 'text/plain': { schema: { type: 'string', description } } })

const status = (value: string) => ({
  'application/json': {
    schema: {
      type: 'object',
      properties: { status: { const: value, description: 'The state of the server.' } },
      required: ['status'],
    },
    example: { status: value },
  },
})

/** The routes for operators and tools, which stand beside the contract's table. */
export function operationsPaths({ forErrors }: ReturnType<typeof createErrorResponses>) {
  const unready = forErrors({ UNAVAILABLE: 'The server is stopping, or PostgreSQL or Redis is unavailable.' })
  const hidden = forErrors({ NOT_FOUND: 'The caller may not read the metrics.' })
  const get = (operationId: string, summary: string, description: string, responses: object) => ({
    get: { operationId, tags: ['Operations'], summary, description, security: [], parameters: [], responses },
  })
  return {
    '/healthz': get('getHealth', 'Check that the process runs', 'Answers while the process runs.', {
      200: { description: 'The process runs.', content: status('ok') },
    }),
    '/readyz': get(
      'getReadiness',
      'Check that the server can serve',
      `Answers 200 while the server takes requests.\n\nErrors:\n${unready.description}`,
      { 200: { description: 'The server can serve.', content: status('ready') }, ...unready.responses },
    ),
    '/metrics': get(
      'getMetrics',
      'Read the metrics',
      `Metrics of this node in the format of Prometheus, for callers on the same machine or with the bearer token METRICS_TOKEN.\n\nErrors:\n${hidden.description}`,
      {
        200: { description: 'The metrics.', content: text('The format of Prometheus.') },
        ...hidden.responses,
      },
    ),
    '/api/openapi.json': get('getOpenApi', 'Read this document', 'Returns this document.', {
      200: {
        description: 'This document.',
        content: { 'application/json': { schema: { type: 'object', description: 'OpenAPI 3.1.' } } },
      },
    }),
  }
}
