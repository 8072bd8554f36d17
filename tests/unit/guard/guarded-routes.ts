import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'
import { done, fileAnswer } from '#schema/route.ts'
import type { Route } from '#schema/routes.ts'
import { text } from '#schema/translatable.ts'
import type { Member } from '#server/domains/accounts/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { createRouter } from '#server/platform/http/create-router.ts'
import { createOrigins } from '#server/platform/http/origins.ts'
import { createAuthentication } from '#server/transports/http/authentication.ts'
import { createKoa } from '#server/transports/http/create-koa.ts'
import { createRespond } from '#server/transports/http/respond.ts'
import { createGuard } from '#server/transports/rest/create-guard.ts'
import { answer, type RouteInput } from '#server/transports/rest/route-handler.ts'
import { type RawAnswer, rawRequest } from '../../kit/raw-request.ts'
import { testPlatform } from '../../kit/test-platform.ts'

export const OWN = 'https://rapport.example'

const aMember = (fields: Pick<Member, 'id'> & Partial<Member>): Member => ({
  sessionKey: `session of ${fields.id}`,
  displayName: 'Asha',
  emailVerified: true,
  role: 'MEMBER',
  staffFactor: 'NOT_NEEDED',
  premium: false,
  suspended: false,
  isNewAccount: false,
  interests: ['Jazz'],
  gender: 'Female',
  filterByGender: null,
  minPartnerAge: null,
  maxPartnerAge: null,
  lookingFor: ['Friendship'],
  age: 31,
  languages: ['en'],
  learning: [],
  language: 'en',
  ...fields,
})
export const MEMBERS: Record<string, Member> = {
  member: aMember({ id: 'asha' }),
  moderator: aMember({ id: 'mo', role: 'MODERATOR', staffFactor: 'PROVEN' }),
  suspended: aMember({ id: 'ben', suspended: true }),
  admin: aMember({ id: 'ada', role: 'ADMIN', staffFactor: 'PROVEN' }),
  unenrolled: aMember({ id: 'una', role: 'ADMIN', staffFactor: 'ENROLMENT_REQUIRED' }),
  unproven: aMember({ id: 'uma', role: 'ADMIN', staffFactor: 'PROOF_REQUIRED' }),
}

const route = <const R extends Omit<Route, 'summary' | 'responses'>>(one: R) =>
  ({ summary: 'A route', responses: { 200: done }, ...one }) as const
const OPEN_POST = { method: 'POST', access: 'public' } as const
const ROUTES = {
  open: route({ method: 'GET', path: '/open', access: 'public' }),
  change: route({ method: 'POST', path: '/change', access: 'public' }),
  visit: route({ method: 'GET', path: '/visit', access: 'public', changesState: true }),
  webhook: route({ ...OPEN_POST, path: '/webhook', anyPage: true, body: z.string(), bodyType: 'text' }),
  account: route({ method: 'GET', path: '/account', access: 'account' }),
  member: route({ method: 'GET', path: '/member', access: 'member' }),
  memberChange: route({ method: 'PUT', path: '/member', access: 'member' }),
  admin: route({ method: 'GET', path: '/admin', access: 'admin' }),
  shaped: route({
    method: 'POST',
    path: '/shaped/{id}/{part}',
    access: 'public',
    params: z.object({ id: z.string().min(2, 'Too short').regex(/^a/, 'No a'), part: z.string() }),
    query: z.object({ page: z.coerce.number().optional() }),
    headers: z.object({ time: z.string().max(5).optional() }),
    body: z
      .object({ name: z.string(), age: z.number(), extra: z.object({ deep: z.string() }).optional() })
      .refine(({ age }) => age !== 13, 'Not this age'),
  }),
  beacon: route({ ...OPEN_POST, path: '/beacon', body: z.object({}), bodyType: 'beacon' }),
  file: {
    ...route({ method: 'GET', path: '/file', access: 'public', answerType: 'application/zip' }),
    responses: { 200: fileAnswer },
  },
  leaky: route({ method: 'GET', path: '/leaky', access: 'public' }),
  broken: route({ method: 'GET', path: '/broken', access: 'public' }),
  unknownStatus: route({ method: 'GET', path: '/unknown-status', access: 'public' }),
  declared: route({
    method: 'GET',
    path: '/declared/{code}',
    access: 'public',
    params: z.object({ code: z.string() }),
  }),
} as const

/** The effects of the last request. */
export interface Seen {
  /** The input of the route; undefined where the guard refused. */
  input?: RouteInput<Route> | undefined
  security: object[]
  warnings: object[]
  errors: object[]
  proofs: string[]
}

/** Serves the routes behind the guard, on a free port. `seen` records its input and its log. */
function serve(seen: Seen) {
  const router = createRouter()
  const failures = {
    warn: (details: object) => void seen.warnings.push(details),
    error: (details: { error: unknown }) => void seen.errors.push(details),
    of: () => () => undefined,
  }
  const platform = testPlatform({ failures })
  const add = createGuard(router, {
    failures,
    texts: platform.texts,
    authentication: createAuthentication({
      accounts: { memberOf: async (token) => MEMBERS[token] ?? null },
      origins: createOrigins({ own: [OWN], listed: ['https://partner.example'], scheme: 'https:' }),
      secure: true,
    }),
    botDefence: {
      async acceptsProof(proof: string) {
        seen.proofs.push(proof)
        return proof === 'a-fresh-proof'
      },
    },
    securityLog: { record: (event) => void seen.security.push(event) },
    trustProxy: { hops: 1 },
    declaredErrors: new Map([[ROUTES.declared as Route, new Set(['CONFLICT'])]]),
  })
  const { leaky, broken, unknownStatus, declared, file, ...plain } = ROUTES
  for (const one of Object.values(plain) as Route[])
    add(one, async (input) => {
      seen.input = input as RouteInput<Route>
      input.setCookie('one=1')
      return answer(200, { success: true }) as never
    })
  add(leaky, async () => answer(200, { success: true, secret: 'x' } as { success: true }))
  add(broken, async () => answer(200, { success: false } as unknown as { success: true }))
  add(unknownStatus, async () => answer(201, { success: true }) as never)
  add(declared, async ({ params: { code } }) => {
    throw code === 'crash' ? new Error('a secret of ours') : new ApiError(code as 'CONFLICT', text('No.'))
  })
  add(file, async () =>
    answer(200, {
      name: 'your data.zip',
      size: 3,
      content: (async function* () {
        yield Buffer.from('zip')
      })(),
    }),
  )
  return createKoa(
    failures,
    createRespond(platform, () => ({})),
    router,
    [],
  ).listen(0, '127.0.0.1')
}

export interface GuardedRoutes {
  readonly seen: Seen
  ask(method: string, path: string, headers?: Record<string, string>, body?: string): Promise<RawAnswer>
  close(): void
}

/** Starts a server with a route of each kind, which accepts every request that passes the guard. */
export async function startGuardedRoutes(): Promise<GuardedRoutes> {
  const seen: Seen = { security: [], warnings: [], errors: [], proofs: [] }
  const server = serve(seen)
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    seen,
    ask(method, path, headers = {}, body) {
      Object.assign(seen, { input: undefined, security: [], warnings: [], errors: [], proofs: [] })
      return rawRequest(url, method, path, { headers, ...(body === undefined ? {} : { body }) })
    },
    close: () => void server.close(),
  }
}
