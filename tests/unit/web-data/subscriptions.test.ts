import { ApolloClient, ApolloLink, CombinedGraphQLErrors, gql, InMemoryCache } from '@apollo/client'
import { Observable } from 'rxjs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { retriedSubscriptions } from '#web/data/graphql.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A subscription whose attempts have the given outcomes: an error, or null for one that continues. */
function subscribe(...attempts: (Error | null)[]) {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const receiving: boolean[] = []
  let count = 0
  const server = new ApolloLink(
    () =>
      new Observable((observer) => {
        const outcome = attempts[count]
        count += 1
        if (outcome) observer.error(outcome)
        else observer.next({ data: { figures: count } })
      }),
  )
  const link = retriedSubscriptions((isReceiving) => receiving.push(isReceiving)).concat(server)
  const client = new ApolloClient({ cache: new InMemoryCache(), link })
  const received: unknown[] = []
  const failures: unknown[] = []
  client
    .subscribe({ query: gql`subscription Figures { figures }`, errorPolicy: 'none' })
    .subscribe({ next: ({ data, error }) => (error ? failures : received).push(error ?? data) })
  return { received, failures, receiving, logged, attempts: () => count }
}

const refused = (code: string) =>
  new CombinedGraphQLErrors({ errors: [{ message: 'No.', extensions: { code } }] })

// covers: design-subscription-failures-retried
it('restarts a failed subscription with growing pauses, and logs each failure', async () => {
  const { received, receiving, logged, attempts } = subscribe(new Error('closed'), refused('INTERNAL'), null)
  expect(attempts()).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(attempts()).toBe(2)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(attempts()).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(received).toEqual([{ figures: 3 }])
  expect(receiving).toEqual([false, false, true])
  expect(logged).toHaveBeenCalledTimes(2)
})

it('does not restart a subscription that the server refuses permanently', async () => {
  const { failures, attempts, logged } = subscribe(refused('FORBIDDEN'), null)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(attempts()).toBe(1)
  expect(failures).toHaveLength(1)
  expect(logged).toHaveBeenCalledOnce()
})
