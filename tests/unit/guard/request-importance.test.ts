import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createRequestImportance } from '#server/transports/http/request-importance.ts'

const importanceOf = createRequestImportance()
const of = (method: string, url: string) => importanceOf({ method, url } as IncomingMessage)

describe('the importance of a request', () => {
  it.for([
    ['POST', '/api/v1/message'],
    ['POST', '/api/v1/message?x=1'],
    ['GET', '/api/v1/conversation/0198/resign'],
    ['POST', '/api/v1/conversation/0198/disconnect'],
    ['DELETE', '/api/v1/blocks/0198'],
    ['POST', '/api/user/report/true'],
    ['POST', '/api/v1/webhooks/razorpay'],
  ] as const)('counts as vital for chat, safety and payments: %s %s', ([method, url]) => {
    expect(of(method, url)).toBe('vital')
  })

  it.for([
    ['POST', '/api/v1/conversations'],
    ['POST', '/api/v1/messages'],
    ['POST', '/api/v1/near-by'],
    ['GET', '/api/v1/admin/users?page=3'],
  ] as const)('counts as low for lists: %s %s', ([method, url]) => {
    expect(of(method, url)).toBe('deferrable')
  })

  it.for([
    ['GET', '/'],
    ['POST', '/auth'],
    ['GET', '/api/v1/message'],
    ['GET', '/api/v1/conversation/0198/resign/more'],
    ['POST', '/graphql'],
  ] as const)('counts as normal for everything else: %s %s', ([method, url]) => {
    expect(of(method, url)).toBe('normal')
  })

  it.for(['/healthz', '/readyz', '/metrics?x'])('does not exist for a probe: GET %s', (url) => {
    expect(of('GET', url)).toBeNull()
  })
})
