import * as z from 'zod'
import type { TestApp } from './app.ts'
import { call, join, type Person } from './person.ts'

const answerOf = z.object({
  data: z.record(z.string(), z.any()).nullish(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.record(z.string(), z.unknown()).optional() }))
    .default([]),
})

export interface GraphqlAnswer {
  // The contract tests look into answers of every shape; each expectation says what it wants there.
  data: Record<string, ReturnType<typeof JSON.parse>>
  messages: string[]
  codes: unknown[]
}

/** One operation over HTTP. */
export async function askGraphql(
  node: Pick<TestApp, 'url'>,
  who: Pick<Person, 'token'> | null,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<GraphqlAnswer> {
  const answer = await call(node.url, 'POST', '/graphql', {
    body: { query, variables },
    token: who?.token ?? null,
  })
  const { data, errors } = answerOf.parse(answer.body)
  return {
    data: data ?? {},
    messages: errors.map(({ message }) => message),
    codes: errors.map(({ extensions }) => extensions?.code),
  }
}

/** Somebody whose account has a role. */
export async function joinAs(node: TestApp, role: 'MODERATOR' | 'ADMIN'): Promise<Person> {
  const person = await join(node)
  await node.app.context.database.prisma.user.update({ where: { id: person.id }, data: { role } })
  await node.app.context.facts.announce('userChanged', { userId: person.id })
  return person
}
