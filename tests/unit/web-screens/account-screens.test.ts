import { createElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { User } from '#schema/account.ts'
import type { NearbyUser } from '#schema/nearby.ts'
import { ProfileFacts } from '#web/screens/account/profile-facts.tsx'
import { ProfileForm } from '#web/screens/account/profile-form.tsx'
import { mockData } from '#web/screens/admin/mock-data.ts'
import { UsersTable } from '#web/screens/admin/users-table.tsx'
import { PeopleNearby } from '#web/screens/nearby/people-nearby.tsx'
import { PaymentCancelScreen } from '#web/screens/payment/payment-cancel-screen.tsx'
import { PaymentSuccessScreen } from '#web/screens/payment/payment-success-screen.tsx'
import { PricingScreen } from '#web/screens/pricing/pricing-screen.tsx'
import { createStorage } from '../../kit/storage.ts'
import { aUser, openBrowser, PARTNER, signedIn } from '../web-state/kit.ts'
import { drawMarkup, drawTexts, memberOf } from './draw.tsx'

const NOTHING = () => undefined

afterEach(() => void vi.unstubAllGlobals())

/** The part of the window that the screens read while rendering. */
function stubWindow() {
  vi.stubGlobal('window', { navigator: {}, isSecureContext: true, document: {} })
  vi.stubGlobal('localStorage', createStorage())
}

async function drawing(user: Partial<User> = {}, path = '/') {
  const browser = await signedIn(user)
  return { ...browser, member: memberOf(browser), path }
}

describe('the profile editor', () => {
  const facts = async (user: Partial<User>) =>
    drawTexts(await drawing(user), createElement(ProfileFacts, { me: aUser(user) }))

  // covers: 2.8-profile-read-only-fields
  it('shows email, phone, gender and the detected location as facts', async () => {
    const location = 'Pune, Maharashtra, India'
    const texts = await facts({ location })
    const value = (name: string) => texts[texts.indexOf(name) + 1]
    expect([value('Email'), value('Phone'), value('Gender'), value('Location (auto-detected)')]).toEqual([
      'anika@example.com',
      '+919822012345',
      'Female',
      location,
    ])
    expect(texts).toContain('Verified')
    expect(texts).not.toContain('Resend Verification Email')
  })

  // covers: 2.8-profile-unverified-banner
  it('asks a member whose email is not verified to verify it', async () => {
    const texts = await facts({ emailVerified: false })
    for (const text of [
      'Unverified',
      'Please verify your email to access all features. Check your inbox for the verification link.',
      'Resend Verification Email',
    ])
      expect(texts).toContain(text)
    expect(texts).not.toContain('Verified')
  })

  // covers: 2.8-profile-editable-fields
  it('shows a field for each value that the member may change, and none for the facts', async () => {
    stubWindow()
    const form = createElement(ProfileForm, { me: aUser(), onClose: NOTHING })
    const texts = await drawTexts(await drawing(), form)
    for (const label of [
      'Display Name',
      'Age',
      'Interests',
      'Looking For',
      'Enable Nearby Users',
      'Gender Filter',
    ])
      expect(texts).toContain(label)
    for (const label of ['Email', 'Phone', 'Gender', 'Location']) expect(texts).not.toContain(label)
  })

  // covers: 2.8-fields-that-need-premium
  it('enables nearby and the gender filter only for premium members', async () => {
    stubWindow()
    const disabled = async (premiumUser: boolean) => {
      const form = createElement(ProfileForm, { me: aUser({ premiumUser }), onClose: NOTHING })
      const markup = await drawMarkup(await drawing({ premiumUser }), form)
      const controls = [/<input[^>]*role="switch"[^>]*>/, /<button[^>]*role="combobox"[^>]*>/]
      return controls.map((control) => control.exec(markup)?.[0].includes('disabled'))
    }
    expect(await disabled(false)).toEqual([true, true])
    expect(await disabled(true)).toEqual([false, false])
  })
})

describe('people nearby', () => {
  const person: NearbyUser = {
    id: PARTNER,
    displayName: 'Juniper',
    interests: ['Jazz', 'Chess'],
    city: 'Pune',
    state: 'Maharashtra',
    age: 27,
    gender: 'Female',
  }

  async function drawn(elements: NearbyUser[], { last = true, total = elements.length } = {}) {
    const me = aUser({ premiumUser: true, nearBy: true, location: 'Pune, Maharashtra, India' })
    const shown = await drawing(me)
    const page = { elements, last, totalPages: 1, totalElements: total }
    shown.member.queries.setQueryData(['/api/v1/near-by', 'none'], { pages: [page], pageParams: [0] })
    const panel = createElement(PeopleNearby, { me, onChosen: NOTHING })
    return { texts: await drawTexts(shown, panel), markup: await drawMarkup(shown, panel) }
  }

  // covers: 2.7-heading
  it('come with a heading with their number, a refresh button and the filter', async () => {
    const { texts, markup } = await drawn([person], { total: 23 })
    expect(texts.slice(0, 3)).toEqual(['People Nearby', 'Number of people:', '23'])
    expect(markup).toContain('aria-label="Refresh people nearby"')
    expect(texts).toContain('Filter by gender')
  })

  // covers: 2.7-rows
  it('show their name, age, gender, interests, city and state', async () => {
    const { texts } = await drawn([person])
    const row = texts.slice(texts.indexOf('Juniper'))
    expect(row).toEqual(['Juniper', '27 yrs • Female', 'Jazz, Chess', 'Pune, Maharashtra'])
  })

  // covers: 2.7-load-more
  it('offer Load More until the last page', async () => {
    expect((await drawn([person], { last: false })).texts).toContain('Load More')
    expect((await drawn([person])).texts).not.toContain('Load More')
  })

  // covers: 2.7-no-one-nearby
  it('show a note when there are none', async () => {
    expect((await drawn([])).texts).toContain('No one nearby at the moment. Check back later!')
  })
})

describe('the plans page', () => {
  const screen = createElement(PricingScreen)

  // covers: 2.9-four-plans
  it('shows a card for each of the four plans, with its price and its button', async () => {
    stubWindow()
    const shown = await drawing({ country: 'India' }, '/pricing')
    const [texts, markup] = [await drawTexts(shown, screen), await drawMarkup(shown, screen)]
    expect(texts).toContain('Choose Your Plan')
    expect(texts).toContain('Back to Home')
    expect(markup.match(/<article/g)).toHaveLength(4)
    const cards = markup.split('<article').slice(1)
    const expected = [
      ['Daily Pass', '₹100', 'for 24 hours', 'Pay Now, Daily Pass'],
      ['Weekly', '₹499', 'for a week', 'Subscribe Now, Weekly'],
      ['Monthly', '₹1,499', 'for a month', 'Subscribe Now, Monthly'],
      ['Annual', '₹11,999', 'for a year', 'Subscribe Now, Annual'],
    ]
    for (const [index, parts] of expected.entries())
      for (const part of parts) expect(cards[index]).toContain(part)
  })
})

describe('the page that a payment returns to', () => {
  const screen = createElement(PaymentSuccessScreen)

  // covers: 2.1-payment-success
  it.each(['token', 'orderId'])('captures the payment that %s names', async (name) => {
    const texts = await drawTexts(await drawing({}, `/payment/success?${name}=PAYPAL1`), screen)
    expect(texts).toContain('Processing your payment…')
  })

  // covers: 2.1-payment-success-buttons
  it('shows a failed payment without an order in the address, with links to the plans and home', async () => {
    const shown = await drawing({}, '/payment/success')
    expect(await drawTexts(shown, screen)).toEqual([
      'Payment Failed',
      'This link is incomplete. The payment token or order ID is missing.',
      'Try Again',
      'Go to Homepage',
    ])
    const markup = await drawMarkup(shown, screen)
    expect([markup.includes('href="/pricing"'), markup.includes('href="/"')]).toEqual([true, true])
  })

  it('shows a cancelled payment, with links to the plans and home', async () => {
    const texts = await drawTexts(openBrowser(), createElement(PaymentCancelScreen))
    expect(texts[0]).toBe('Payment Cancelled')
    expect(texts.slice(-2)).toEqual(['Try Again', 'Go to Homepage'])
  })
})

describe('the users of the admin panel', () => {
  // covers: 2.10-user-list
  it('appear as premium or free, and as active or inactive', async () => {
    const table = createElement(UsersTable, {
      page: mockData().users,
      adding: false,
      more: NOTHING,
      filter: '',
      shownFilter: '',
      onFilter: NOTHING,
      onClosed: NOTHING,
      details: false,
    })
    const texts = await drawTexts(openBrowser(), table)
    const planAndState = (name: string) => texts.slice(texts.indexOf(name) + 2).slice(0, 2)
    expect(planAndState('Example person 1')).toEqual(['Premium', 'Active'])
    expect(planAndState('Example person 3')).toEqual(['Free', 'Inactive'])
  })
})
