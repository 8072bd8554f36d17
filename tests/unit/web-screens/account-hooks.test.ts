import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RouteName } from '#schema/routes.ts'
import {
  useCancelSubscription,
  usePremiumSubscription,
  useProcessing,
  useTransactions,
} from '#web/screens/account/use-subscription.ts'
import { type ResetKey, useNewPassword } from '#web/screens/password/use-new-password.ts'
import { useLogOut } from '#web/screens/shared/use-log-out.ts'
import { useResendVerification } from '#web/screens/shared/use-resend-verification.ts'
import { eventually } from '../../kit/eventually.ts'
import { aConversation, lostConnection, refusal, signedIn } from '../web-state/kit.ts'
import { memberOf, passTime, runHook, untilDrawn } from './draw.tsx'

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
)
afterEach(() => void vi.useRealTimers())

async function open(premiumUser = true) {
  const browser = await signedIn({ premiumUser })
  const member = memberOf(browser)
  return { ...browser, member, toast: () => browser.services.toasts.getState() }
}
type Opened = Awaited<ReturnType<typeof open>>

const DONE = { body: { success: true, message: 'Done.' } }
const DETAILS = { isPremium: true, premiumValidity: '2099-12-18T00:00:00.000Z', premiumCancelled: false }
const transaction = (status: string) => ({
  id: '01999999-0000-7000-8000-0000000000e1',
  status,
  description: 'Weekly',
  type: 'subscription',
  date: '2026-11-20T08:35:00.000Z',
  amount: 49_900,
  currency: 'INR',
})

describe('the details of a subscription', () => {
  // covers: 7-subscription-details, 8.2-subscription-details-failed
  it('load once more after a failure, then not again', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const drawing = await open()
    drawing.server.on('getSubscription', lostConnection())
    const details = await runHook(drawing, () => usePremiumSubscription({ enabled: true }))
    await eventually(() => expect(details().status).toBe('error'))
    expect(drawing.server.of('getSubscription')).toHaveLength(2)
    expect(drawing.toast()).toBeNull()
    expect(logged.mock.calls).toEqual([['Loading the subscription failed', details().error]])
    logged.mockRestore()
  })

  // covers: 7-transactions
  it('stay unrequested while disabled, like the transactions', async () => {
    const drawing = await open()
    await runHook(drawing, () => [
      usePremiumSubscription({ enabled: false }),
      useTransactions({ enabled: false }),
    ])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(drawing.server.asked.map(({ route }) => route)).toEqual(['getSession'])
  })
})

describe('cancelling a subscription', () => {
  const openPanel = async (drawing: Opened) => {
    drawing.server.on('getSubscription', { body: DETAILS })
    drawing.server.on('listTransactions', { body: [transaction('completed')] })
    const panel = await runHook(drawing, () => {
      const details = usePremiumSubscription({ enabled: true })
      const transactions = useTransactions({ enabled: true })
      return { ...useCancelSubscription(), details, transactions }
    })
    await eventually(() => expect(panel().transactions.status).toBe('success'))
    await eventually(() => expect(panel().details.status).toBe('success'))
    return panel
  }

  it('shows that it is cancelled even if the details cannot be loaded again', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const drawing = await open()
    const panel = await openPanel(drawing)
    drawing.server.on('cancelSubscription', DONE)
    drawing.server.on('getSubscription', lostConnection())
    const cancelled = panel().cancel()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await cancelled).toBe(true)
    await eventually(() => expect(panel().details.status).toBe('error'))
    expect(panel().details.data).toMatchObject({ premiumCancelled: true })
    vi.restoreAllMocks()
  })

  // covers: 7-cancel-subscription, 8.4-subscription-cancelled
  it('shows for 6 s that access is retained, and refetches the member, the details and the payments', async () => {
    const drawing = await open()
    const panel = await openPanel(drawing)
    const before = drawing.server.asked.length
    expect(await panel().cancel()).toBe(true)
    expect(drawing.toast()).toMatchObject({
      title: 'Subscription Cancelled',
      description:
        "Your subscription has been cancelled. You'll retain premium access until your current billing period ends.",
      duration: 6_000,
    })
    const after = drawing.server.asked.slice(before)
    expect(after.map(({ route }) => route).sort()).toEqual([
      'cancelSubscription',
      'getSession',
      'getSubscription',
      'listTransactions',
    ])
    expect(after[0]?.body).toBeUndefined()
  })

  // covers: 8.2-cancel-subscription-failed
  it.each([
    ['No premium to cancel.', 'No premium to cancel.'],
    ['', 'Failed to cancel subscription. Please try again.'],
  ])('answers the failure %j with the toast %s', async (message, description) => {
    const drawing = await open()
    const panel = await openPanel(drawing)
    drawing.server.on('cancelSubscription', refusal(409, 'CONFLICT', message))
    expect(await panel().cancel()).toBe(false)
    expect(drawing.toast()).toMatchObject({ title: 'Error', description, variant: 'destructive' })
  })
})

describe('a payment in flight', () => {
  // covers: 3-transactions, 4.7-payment-pending
  it.each(['pending', 'authorized'])(
    'shows for 30 s while it is %s, then the member is refetched',
    async (status) => {
      const drawing = await open(false)
      drawing.server.on('listTransactions', { body: [transaction(status)] })
      const processing = await runHook(drawing, () => useProcessing({ enabled: true }))
      await untilDrawn(() => expect(processing()).toBe('running'))
      const sessions = () => drawing.server.of('getSession').length
      const before = sessions()
      await passTime(29_999)
      expect([processing(), sessions()]).toEqual(['running', before])
      await passTime(1)
      expect(processing()).toBe('over')
      await eventually(() => expect(sessions()).toBe(before + 1))
    },
  )

  it('does not show when the payments are completed or failed', async () => {
    const drawing = await open(false)
    drawing.server.on('listTransactions', { body: [transaction('completed'), transaction('failed')] })
    const processing = await runHook(drawing, () => useProcessing({ enabled: true }))
    await eventually(() => expect(drawing.server.of('listTransactions')).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(processing()).toBe('none')
  })
})

describe('resending the verification mail', () => {
  // covers: 7-re-verify, 8.2-verification-email
  it('sends the address as plain text and confirms that the email was sent', async () => {
    const drawing = await open()
    drawing.server.on('resendVerification', DONE)
    const hook = await runHook(drawing, () => useResendVerification('anika@example.com'))
    await hook().resend()
    const [sent] = drawing.server.of('resendVerification')
    expect([sent?.body, sent?.headers.get('content-type')]).toEqual(['anika@example.com', 'text/plain'])
    expect(drawing.toast()).toMatchObject({
      title: 'Verification email sent',
      description: 'Please check your inbox and click the verification link.',
    })
  })

  // covers: 8.2-verification-email
  it.each([
    ['This mailbox is full.', 'This mailbox is full.'],
    ['', 'Failed to send verification email'],
  ])('answers the failure %j with the toast %s', async (message, description) => {
    const drawing = await open()
    drawing.server.on('resendVerification', refusal(400, 'INVALID', message))
    const hook = await runHook(drawing, () => useResendVerification('anika@example.com'))
    await hook().resend()
    expect(drawing.toast()).toMatchObject({ title: 'Error', description, variant: 'destructive' })
  })
})

describe('logging out', () => {
  async function logOutAnswering(isSure: boolean, drawing: Opened) {
    const hook = await runHook(drawing, useLogOut)
    const asked: string[] = []
    Object.assign(window, { confirm: (question: string) => asked.push(question) > 0 && isSure })
    await hook()()
    return asked
  }

  // covers: 2.8-floating-buttons
  it('asks for a confirmation, and stays logged in when it is declined', async () => {
    const drawing = await open()
    expect(await logOutAnswering(false, drawing)).toHaveLength(1)
    expect(drawing.server.of('logout')).toHaveLength(0)
    expect(drawing.services.session.getState().status).toBe('member')
  })

  it('resigns from the chat before ending the session', async () => {
    const drawing = await open()
    await drawing.member.chat.start()
    drawing.member.chat.open(aConversation())
    await logOutAnswering(true, drawing)
    const routes = drawing.server.asked.map(({ route }) => route)
    expect(routes.slice(-2)).toEqual(['resign', 'logout'])
    expect(drawing.services.session.getState().status).toBe('visitor')
  })

  it('clears this device at once without a connection and says what follows', async () => {
    const drawing = await open()
    drawing.server.on('logout', lostConnection())
    await logOutAnswering(true, drawing)
    expect(drawing.toast()).toMatchObject({ title: "You're logged out on this device", variant: 'default' })
    expect(drawing.services.session.getState().status).toBe('visitor')
  })

  // covers: 8.2-logout-failed
  it('shows an error when it fails, and the member stays logged in', async () => {
    const drawing = await open()
    drawing.server.on('logout', refusal(500, 'INTERNAL', 'Something went wrong.'))
    await logOutAnswering(true, drawing)
    expect(drawing.toast()).toMatchObject({
      title: 'Logout failed',
      description: 'Something went wrong.',
      variant: 'destructive',
    })
    expect(drawing.services.session.getState().status).toBe('member')
  })
})

describe('a new password', () => {
  const userName = 'anika@example.com'
  const KEYS: [ResetKey, RouteName, object][] = [
    [{ by: 'link', token: 't' }, 'confirmReset', { token: 't', newPassword: 'New-pass1' }],
    [
      { by: 'user', token: 't', userName },
      'changeAfterReset',
      { userName, passwordResetToken: 't', newPassword: 'New-pass1' },
    ],
    [
      { by: 'code', token: 't', userName },
      'finishReset',
      { userName, passwordResetToken: 't', newPassword: 'New-pass1' },
    ],
  ]

  // covers: 6-auth-without-token, 7-which-reset-call, 8.4-reset-and-verification-successful
  it.each(KEYS)('uses the key %j in the call %s and is confirmed', async (key, route, body) => {
    const drawing = await open()
    drawing.server.on(route, DONE)
    const hook = await runHook(drawing, () => useNewPassword(key))
    await hook().save('New-pass1')
    await eventually(() => expect(hook().done).toBe(true))
    const [call] = drawing.server.asked.filter((one) => one.route === route)
    expect(call?.body).toEqual(body)
    expect(call?.headers.get('authorization')).toBeNull()
    expect(drawing.toast()?.title).toBe('Password reset successful')
    expect(drawing.services.session.getState().status).toBe('visitor')
  })

  // covers: 8.2-password-reset-failed
  it.each([
    ['This link has expired.', 'This link has expired.'],
    ['', 'An error occurred while resetting your password. Please try again.'],
  ])('answers the failure %j with the toast %s', async (message, description) => {
    const drawing = await open()
    drawing.server.on('confirmReset', refusal(400, 'INVALID', message))
    const hook = await runHook(drawing, () => useNewPassword({ by: 'link', token: 't' }))
    await hook().save('New-pass1')
    expect(drawing.toast()).toMatchObject({ title: 'Password reset failed', description })
    expect(hook().done).toBe(false)
  })
})
