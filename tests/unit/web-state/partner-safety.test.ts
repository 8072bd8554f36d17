import { describe, expect, it } from 'vitest'
import { blockPartner, reportPartner } from '#web/state/chat/partner-safety.ts'
import { lostConnection, PARTNER, refusal, signedIn } from './kit.ts'

describe('a report', () => {
  // covers: 7-report, 8.4-reported-and-blocked
  it('sends the partner and the reason, and shows where to follow it', async () => {
    const { services, server } = await signedIn()
    expect(await reportPartner(services, PARTNER, { reason: 'Rude', category: null })).toBe(true)
    expect(server.of('reportUser')[0]?.body).toEqual({ reportedUserId: PARTNER, reason: 'Rude' })
    expect(services.toasts.getState()).toMatchObject({
      title: 'User Reported and Blocked',
      description: 'You can follow the outcome in Settings, under Safety centre.',
    })
  })

  it('sends the category if one was chosen', async () => {
    const { services, server } = await signedIn()
    await reportPartner(services, PARTNER, { reason: 'Rude', category: 'HATE' })
    expect(server.of('reportUser')[0]?.body).toEqual({
      reportedUserId: PARTNER,
      reason: 'Rude',
      category: 'HATE',
    })
  })

  // covers: 8.2-report-failed
  it('shows a toast when it fails', async () => {
    const { services, server } = await signedIn()
    server.on('reportUser', lostConnection())
    expect(await reportPartner(services, PARTNER, { reason: 'Rude', category: null })).toBe(false)
    expect(services.toasts.getState()).toMatchObject({
      title: 'Report Failed',
      description: 'There was a problem submitting your report. Please try again.',
      variant: 'destructive',
    })
  })
})

describe('a block', () => {
  it('sends the partner, and shows a toast', async () => {
    const { services, server } = await signedIn()
    expect(await blockPartner(services, PARTNER)).toBe(true)
    expect(server.of('blockUser')[0]?.body).toEqual({ userId: PARTNER })
    expect(services.toasts.getState()).toMatchObject({ title: 'User Blocked' })
  })

  it('shows the server’s message when the server refused it', async () => {
    const { services, server } = await signedIn()
    server.on('blockUser', refusal(404, 'NOT_FOUND', 'We cannot find this person.'))
    expect(await blockPartner(services, PARTNER)).toBe(false)
    expect(services.toasts.getState()).toMatchObject({
      title: 'Block failed',
      description: 'We cannot find this person.',
      variant: 'destructive',
    })
  })
})

describe('a report or block that is rate limited', () => {
  it('shows only the request to slow down', async () => {
    const { services, server } = await signedIn()
    for (const route of ['reportUser', 'blockUser'] as const) server.on(route, refusal(429, 'RATE_LIMITED'))
    expect(await reportPartner(services, PARTNER, { reason: 'Rude', category: null })).toBe(false)
    expect(services.toasts.getState()?.title).toBe('Slow down a bit')
    expect(await blockPartner(services, PARTNER)).toBe(false)
    expect(services.toasts.getState()?.title).toBe('Slow down a bit')
  })
})
