import type { TestApp } from './app.ts'
import { call, type Person } from './person.ts'

/** The password of every registration of the kit. */
export const PASSWORD = 'Monsoon-2026'

interface Asked {
  data: Record<string, unknown>
  errors: { message: string; extensions?: Record<string, unknown> }[]
}

export async function ask(
  node: TestApp,
  who: Pick<Person, 'token'> | null,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Asked> {
  const { body } = await call(node.url, 'POST', '/graphql', {
    body: { query, variables },
    token: who?.token ?? null,
  })
  return { data: {}, errors: [], ...(body as Partial<Asked>) }
}

/** Returns the data of a field, and fails on errors. */
export async function answerOf<Answer>(
  node: TestApp,
  who: Pick<Person, 'token'>,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Answer> {
  const { data, errors } = await ask(node, who, query, variables)
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join(', '))
  return Object.values(data ?? {})[0] as Answer
}

export const closeAccount = (node: TestApp, who: Person, password = PASSWORD) =>
  ask(node, who, 'mutation($password: String!) { closeAccount(password: $password) }', { password })

export const deleteAccount = (node: TestApp, who: Person, password = PASSWORD) =>
  ask(node, who, 'mutation($password: String!) { deleteAccount(password: $password) }', { password })

export const logIn = (
  node: TestApp,
  who: Pick<Person, 'user'>,
  { password = PASSWORD, headers = {} }: { password?: string; headers?: Record<string, string> } = {},
) => call(node.url, 'POST', '/auth', { body: { userName: who.user.userName, password }, headers })

/** Bans a member directly in the database. */
export async function ban(node: TestApp, who: Person) {
  const { database, events } = node.app.context
  await database.prisma.user.update({ where: { id: who.id }, data: { bannedAt: new Date() } })
  await events.emit('userChanged', { userId: who.id })
}

/** Waits for the sweep that a node begins at its start: a call during it returns that sweep instead of a new one. */
export const finishFirstSweep = (node: TestApp) => node.app.context.privacy.sweep()
