import { describe, expect, it } from 'vitest'
import { PAYMENT_PROVIDERS, SUBSCRIPTION_PLANS, TRANSACTION_STATUSES } from '#schema/billing.ts'
import { GENDER_FILTERS, GENDER_OF_FILTER, GENDERS, ROLES } from '#schema/enums.ts'
import { ERROR_CODES, errorBody } from '#schema/errors.ts'
import { LEAVE_REASONS, LIVE_EVENTS } from '#schema/events.ts'
import { BACKGROUND_HEADER, LIMITS, TIMING } from '#schema/limits.ts'
import { CLAIM, DECISIONS, MAX_BULK, MODERATION_ACTIONS, STRIKES } from '#schema/moderation.ts'
import { listNearby, NEARBY_FILTERS } from '#schema/nearby.ts'
import { NOTIFICATION_KINDS, notification } from '#schema/notification.ts'
import { DOCUMENT_PAGES, LANDING_PAGES, PAGES, PUBLIC_PAGES } from '#schema/pages.ts'
import { PLAN_IDS, PLANS } from '#schema/plans.ts'
import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { profileVisit, VISIT_TYPES } from '#schema/profile.ts'
import { PROOF_HEADER } from '#schema/proof.ts'
import { RETENTION } from '#schema/retention.ts'
import { ROUTES, STREAM_PATH } from '#schema/routes.ts'
import { SECOND_FACTOR, SESSION_ENDS } from '#schema/second-factor.ts'
import { REMOVAL_TEXTS, VERIFICATION_TEXTS } from '#schema/verification.ts'
import { prismaEnum } from '../../kit/prisma-schema.ts'

describe('the names of the contract', () => {
  it('match those of the database, where it stores them', () => {
    expect([...GENDERS]).toEqual(prismaEnum('Gender'))
    expect([...ROLES]).toEqual(prismaEnum('Role'))
    expect([...VISIT_TYPES]).toEqual(prismaEnum('VisitType'))
    expect([...PAYMENT_PROVIDERS]).toEqual(prismaEnum('PaymentProvider'))
    expect([...PLAN_IDS]).toEqual(prismaEnum('PlanId'))
    expect([...TRANSACTION_STATUSES]).toEqual(prismaEnum('TransactionStatus'))
    expect(Object.keys(MODERATION_ACTIONS).sort()).toEqual(prismaEnum('ModerationKind').toSorted())
  })

  it('match those that clients know', () => {
    expect(DECISIONS).toEqual(['DISMISS', 'WARN', 'SUSPEND', 'BAN'])
    expect(LEAVE_REASONS).toEqual(['resigned', 'disconnected', 'suspended'])
    expect(NEARBY_FILTERS).toEqual(['none', ...GENDER_FILTERS])
    expect(NOTIFICATION_KINDS).toEqual([
      'notice',
      'report_decided',
      'warning',
      'appeal_decided',
      'premium_ending',
      'missed_messages',
      'message_released',
      'export_ready',
      'knock',
      'knock_accepted',
      'kept',
      'interest_bell',
    ])
    expect(ERROR_CODES.join(' ')).toBe(
      'INVALID UNAUTHENTICATED SECOND_FACTOR_REQUIRED SECOND_FACTOR_INVALID SECOND_FACTOR_ENROLMENT_REQUIRED FRESH_FACTOR_REQUIRED FORBIDDEN EMAIL_NOT_VERIFIED PREMIUM_REQUIRED SUSPENDED DAILY_LIMIT NEW_ACCOUNT_LIMIT KNOCK_TOO_SOON KEEP_LIMIT NOT_FOUND CONFLICT CONVERSATION_ENDED EARLIER_PAYMENT CONTACT_DETAILS MESSAGE_HELD PROOF_REQUIRED TOO_LARGE UNSUPPORTED_TYPE METHOD_NOT_ALLOWED RATE_LIMITED UNAVAILABLE INTERNAL',
    )
    expect([BACKGROUND_HEADER, PROOF_HEADER, STREAM_PATH]).toEqual([
      'x-background-request',
      'x-proof',
      '/subscribe/{userId}',
    ])
  })

  it.each([
    [ROUTES.getSession.responses[200].shape.user.shape.role, ROLES],
    [ROUTES.subscribe.params.shape.plan, SUBSCRIPTION_PLANS],
    [ROUTES.capturePayment.responses[200].shape.success, ['true', 'false']],
    [ROUTES.setTyping.params.shape.isTyping, ['true', 'false']],
    [ROUTES.resign.query.shape.resetPartner, ['true', 'false']],
    [ROUTES.resign.query.shape.unload, ['true', 'false']],
    [ROUTES.listConversations.body.shape.paginated, ['true', 'false']],
    [listNearby.shape.filterBy, NEARBY_FILTERS],
    [notification.shape.kind, NOTIFICATION_KINDS],
    [profileVisit.shape.visitType, VISIT_TYPES],
    [errorBody.shape.code, ERROR_CODES],
    [LIVE_EVENTS.conversation_disconnected.shape.reason, LEAVE_REASONS],
  ])('pass in their field, and no others (%#)', (model, names) => {
    for (const name of names) expect(model.safeParse(name).data).toBe(name)
    for (const other of ['', 'other', 'Stryker']) expect(model.safeParse(other).success).toBe(false)
  })

  it('include for subscriptions the plans that last longer than a day', () => {
    expect([...SUBSCRIPTION_PLANS]).toEqual(PLAN_IDS.filter((id) => id !== 'daily'))
    expect(PLANS.map(({ id }) => id)).toEqual([...PLAN_IDS])
  })

  it('give each gender filter one gender', () => {
    expect(GENDER_FILTERS.map((filter) => GENDER_OF_FILTER[filter])).toEqual([...GENDERS])
  })
})

describe('the pages', () => {
  it('match the specification and ours, each once', () => {
    expect(PAGES.join(' ')).toBe(
      '/ /auth /register /talk-to-strangers /random-chat /find-friends /friend-finder /faq /about /terms /privacy /contact /refund-policy /cancellation-policy /pricing /payment/success /payment/cancel /verify /verification-complete /email-verified /verification-failed /not-me /open-app /password-reset /password-reset-confirm /password/change-after-reset /password/reset /reset-password /password/reset-success /password/reset-failed /unsubscribe /location-debug /privacy-centre /safety-centre /admin',
    )
    expect(new Set(PAGES).size).toBe(PAGES.length)
  })

  it('offer visitors the login, the registration, the landing pages, the support pages and the documents', () => {
    expect([...PUBLIC_PAGES]).toEqual([
      '/',
      '/auth',
      '/register',
      ...LANDING_PAGES,
      '/faq',
      '/about',
      ...DOCUMENT_PAGES,
    ])
    expect([...LANDING_PAGES]).toEqual([
      '/talk-to-strangers',
      '/random-chat',
      '/find-friends',
      '/friend-finder',
    ])
    expect(DOCUMENT_PAGES.join(' ')).toBe('/terms /privacy /contact /refund-policy /cancellation-policy')
  })
})

describe('the texts of the contract', () => {
  it('describe the result of a verification', () => {
    expect(VERIFICATION_TEXTS).toEqual({
      verified: 'Email verification successful!',
      already: 'Your email is already verified.',
      refused: 'This verification link is invalid or has expired. Please request a new one.',
      missing: 'Invalid verification link. Missing required parameters.',
    })
  })

  it('describe the result of removing a registration', () => {
    expect(REMOVAL_TEXTS.removed).toContain('was removed')
    expect(REMOVAL_TEXTS.refused).toContain('no longer works')
  })

  it('contain a valid product name, slug, support address and tagline', () => {
    expect(PRODUCT.name.toLowerCase()).toBe(PRODUCT.slug)
    expect(PRODUCT.slug).toMatch(/^[a-z][a-z0-9-]+$/)
    expect(PRODUCT.supportEmail).toMatch(/^\S+@\S+\.\S+$/)
    expect(PRODUCT.tagline).toMatch(/^[A-Z].+\.$/)
    expect(PRODUCT.minimumAge).toBe(LIMITS.age.min)
  })
})

describe('our own numbers in the contract', () => {
  it('set these limits', () => {
    expect(LIMITS).toMatchObject({
      userName: { max: 254 },
      password: { max: 200 },
      interests: { maxLength: 50 },
      message: { max: 4000 },
      reportReason: { max: 2000 },
      recentChatHours: 24,
      knockHours: 24,
      waitingKnocks: 20,
      maxPageSize: 100,
    })
    expect([MAX_BULK, STRIKES]).toEqual([50, { limit: 3, suspendsForDays: 7, lastDays: 90 }])
    expect(SECOND_FACTOR).toEqual({ recoveryCodes: 10, period: 30, digits: 6, freshMinutes: 10 })
    expect(SESSION_ENDS).toEqual({
      unusedDays: 30,
      latestDays: 90,
      mostPerAccount: 30,
      staffLatestHours: 12,
      staffUnusedHours: 1,
    })
  })

  it('set these times, and a claim is renewed well before it ends', () => {
    expect(TIMING).toMatchObject({
      streamHeartbeat: 15_000,
      leaveGrace: 10_000,
      ticketSeenWithin: 15_000,
      ticketSeenWithStream: 90_000,
      rematchAfter: 1_800_000,
      confirmationShown: 1_500,
    })
    expect(CLAIM).toEqual({ lasts: 120_000, renewEvery: 45_000 })
  })

  it('set these promises', () => {
    expect(POLICY).toMatchObject({
      freeConversationsADay: 20,
      resetMailMinutes: 60,
      positionKilometres: 1,
      shownAway: { from: 5, to: 19 },
      evidenceMessages: 50,
      ageEvidenceLines: 20,
      liabilityMonths: 12,
    })
    expect(RETENTION).toMatchObject({
      exportDays: 7,
      signalDays: 90,
      signInMonths: 12,
      notificationMonths: 12,
      endedSessionDays: 90,
      usedCodeDays: 30,
      decidedHeldMessageDays: 90,
      searchWaitDays: 28,
      eveningDays: 1,
      launchOriginDays: 90,
      launchMailedMonths: 12,
      launchMonths: 24,
    })
  })
})
