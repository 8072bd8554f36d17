import type { Route } from '#schema/route.ts'
import { ROUTES } from '#schema/routes.ts'
import type { TestApp } from './app.ts'
import { ask as askGraphql } from './graphql.ts'
import { type Step, takeStep } from './keeping-steps.ts'
import type { World } from './keeping-worlds.ts'
import type { Person } from './person.ts'

/** Every read of a member over REST, except those of a payment. */
const READS: readonly Route[] = Object.values<Route>(ROUTES).filter(
  ({ method, access, changesState, path }) =>
    method === 'GET' &&
    access !== 'public' &&
    access !== 'admin' &&
    !changesState &&
    !path.includes('{payment'),
)

const QUERY = `{
  session { conversationCount nearByUsers onlineUsersWithCommonInterest user { displayName stars readReceipts } }
  conversations(first: 20) { totalCount nodes { id keep open partnerOnline unreadCount lastMessage awaitsAnswer } }
  kept { hasNextPage nodes { userId note online } }
  knocks { id userId again }
  refusedKnocks { id displayName }
  blockedPeople { id displayName }
  notifications(first: 20) { totalCount nodes { kind heading body candidateId } }
  unreadNotifications
  recentChats { id partnerId blocked }
  myReports { id status }
  standing { banned suspended history { reason } }
  dataExports { id }
}`
const CONVERSATION =
  'query($id: ID!) { conversation(id: $id) { id keep open partnerOnline unreadCount lastMessage awaitsAnswer } }'
const PARTNER = 'query($ben: ID!) { partner(userId: $ben) { id displayName online interests } }'

/** Returns everything that Asha can read over REST and GraphQL. */
export async function observeByApi(node: TestApp, { asha, ben, id }: World): Promise<unknown> {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await asha.call(method, path, body)
    return { path, status: answer.status, headers: [...answer.headers.keys()], body: answer.body }
  }
  const graphql = async (query: string, variables: Record<string, string>) => {
    const answer = await askGraphql(node, asha, query, variables)
    if (!answer.data && !answer.codes.includes('NOT_FOUND')) throw new Error(JSON.stringify(answer.errors))
    return { data: answer.data, codes: answer.codes }
  }
  const seen: unknown[] = []
  for (const { path } of READS)
    seen.push(await call('GET', path.replace('{id}', id).replace('{partnerId}', ben.id)))
  for (const path of ['/api/v1/conversations', '/api/v1/messages'])
    seen.push(await call('POST', path, { id }))
  seen.push(
    await graphql(QUERY, {}),
    await graphql(CONVERSATION, { id }),
    await graphql(PARTNER, { ben: ben.id }),
  )
  return seen
}

/** The calls of Asha and Ben over REST; time passes as in `takeStep`. */
export async function takeStepByApi(node: TestApp, world: World, step: Step): Promise<unknown> {
  const { asha, ben, id } = world
  const keep = `/api/v1/conversation/${id}/keep`
  const calls: Partial<Record<Step, [Person, string, string, unknown?]>> = {
    ashaAsks: [asha, 'PUT', keep],
    ashaTakesBack: [asha, 'DELETE', keep],
    ashaReads: [asha, 'POST', `/api/v1/conversation/${id}/mark-read`],
    ashaClears: [asha, 'PUT', `/api/v1/conversation/${id}/clear`],
    ashaLeaves: [asha, 'GET', `/api/v1/conversation/${id}/resign`],
    ashaLetsGo: [asha, 'DELETE', `/api/v1/kept/${ben.id}`],
    ashaHidesPresence: [asha, 'PUT', `/api/v1/kept/${ben.id}`, { hidesPresence: true }],
    ashaKnocks: [asha, 'POST', '/api/v1/conversation', { secondUser: ben.id }],
    ashaBlocks: [asha, 'POST', '/api/v1/blocks', { userId: ben.id }],
    ashaUnblocks: [asha, 'DELETE', `/api/v1/blocks/${ben.id}`],
    ashaWritesNote: [asha, 'PUT', `/api/v1/kept/${ben.id}`, { note: 'Lighthouse' }],
    benReads: [ben, 'POST', `/api/v1/conversation/${id}/mark-read`],
    benTypes: [ben, 'PUT', '/api/v1/conversation/typing/true', { conversationId: id }],
    benLeaves: [ben, 'GET', `/api/v1/conversation/${id}/resign`],
    benLetsGo: [ben, 'DELETE', `/api/v1/kept/${asha.id}`],
    benHidesPresence: [ben, 'PUT', `/api/v1/kept/${asha.id}`, { hidesPresence: true }],
    benBlocks: [ben, 'POST', '/api/v1/blocks', { userId: asha.id }],
    benUnblocks: [ben, 'DELETE', `/api/v1/blocks/${asha.id}`],
    benAsks: [ben, 'PUT', keep],
    benTakesBack: [ben, 'DELETE', keep],
  }
  const call = calls[step]
  if (!call) return takeStep(node, world, step)
  const [person, method, path, body] = call
  const answer = await person.call(method, path, body)
  const headers = [...answer.headers.keys()]
  return person === asha ? { status: answer.status, headers, body: answer.body } : undefined
}
