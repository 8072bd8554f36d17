import type { TestApp } from './app.ts'
import { ask as askGraphql } from './graphql.ts'
import { type Step, takeStep, type World } from './keeping-worlds.ts'
import type { Person } from './person.ts'

/** Returns everything that Asha can read over REST and GraphQL. */
export async function observeByApi(node: TestApp, { asha, ben, id }: World): Promise<unknown> {
  const get = async (method: string, path: string, body?: unknown) => {
    const answer = await asha.call(method, path, body)
    return { status: answer.status, body: answer.body }
  }
  const graphql = await askGraphql(
    node,
    asha,
    `{ conversation(id: "${id}") { id keep open partnerOnline unreadCount lastMessage }
       conversations(first: 20) { totalCount nodes { id keep } }
       kept { hasNextPage nodes { userId note online } }
       notifications(first: 20) { totalCount nodes { kind heading body candidateId } }
       unreadNotifications recentChats { id partnerId } }`,
  )
  if (!graphql.data && !graphql.codes.includes('NOT_FOUND')) throw new Error(JSON.stringify(graphql.errors))
  return [
    await get('GET', `/api/v1/conversation/${id}`),
    await get('POST', '/api/v1/conversations', {}),
    await get('GET', '/api/v1/kept'),
    await get('GET', `/api/v1/user/${ben.id}`),
    await get('GET', '/api/session'),
    await get('POST', '/api/v1/messages', { id }),
    { data: graphql.data, codes: graphql.codes },
  ]
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
    ashaWritesNote: [asha, 'PUT', `/api/v1/kept/${ben.id}`, { note: 'Lighthouse' }],
    benReads: [ben, 'POST', `/api/v1/conversation/${id}/mark-read`],
    benTypes: [ben, 'PUT', '/api/v1/conversation/typing/true', { conversationId: id }],
    benLeaves: [ben, 'GET', `/api/v1/conversation/${id}/resign`],
    benLetsGo: [ben, 'DELETE', `/api/v1/kept/${asha.id}`],
    benAsks: [ben, 'PUT', keep],
    benTakesBack: [ben, 'DELETE', keep],
  }
  const call = calls[step]
  if (!call) return takeStep(node, world, step)
  const [person, method, path, body] = call
  const answer = await person.call(method, path, body)
  return person === asha ? { status: answer.status, body: answer.body } : undefined
}
