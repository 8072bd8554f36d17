import type { IncomingMessage } from 'node:http'
import { ROUTES } from '#schema/routes.ts'
import type { Domains } from '#server/domains/index.ts'
import { sayMessage } from '#server/platform/texts/say-message.ts'
import type { Authentication } from '#server/transports/http/authentication.ts'
import type { DeviceCookie } from '#server/transports/http/device-cookie.ts'
import { type AddRoute, answer } from '#server/transports/rest/route-handler.ts'

export function addAccountRoutes(
  add: AddRoute,
  domains: Domains,
  authentication: Authentication,
  devices: DeviceCookie,
) {
  addSessionRoutes(add, domains, authentication, devices)
  addVerificationRoutes(add, domains)
  addProfileRoutes(add, domains)
}

function addSessionRoutes(
  add: AddRoute,
  { accounts }: Domains,
  authentication: Authentication,
  devices: DeviceCookie,
) {
  add(ROUTES.register, async ({ body, headers, address, userAgent, hasProofOfWork, request, setCookie }) => {
    const device = devices.of(request)
    const acceptLanguage = request.headers['accept-language']
    const caller = { ipAddress: address, userAgent, hasProofOfWork, device, acceptLanguage }
    const opened = await accounts.register(body, headers, caller)
    setCookie(authentication.cookie(opened.token))
    if (device) setCookie(devices.cookie(device))
    return answer(200, opened)
  })

  const replacedBy = async (request: IncomingMessage) => {
    const before = await authentication.memberOf(request, false)
    return before && { userId: before.id, sessionKey: before.sessionKey }
  }

  add(ROUTES.login, async ({ body, address, userAgent, hasProofOfWork, request, setCookie }) => {
    const device = devices.of(request)
    const replaces = await replacedBy(request)
    const caller = { ipAddress: address, userAgent, hasProofOfWork, device, replaces }
    const opened = await accounts.logIn(body, caller)
    setCookie(authentication.cookie(opened.token))
    if (device) setCookie(devices.cookie(device))
    return answer(200, opened)
  })

  add(ROUTES.requestPasskey, async ({ address }) => answer(200, await accounts.passkeys.request(address)))

  add(ROUTES.loginByPasskey, async ({ body, address, userAgent, request, setCookie }) => {
    const device = devices.of(request)
    const replaces = await replacedBy(request)
    const opened = await accounts.passkeys.logIn(body, { ipAddress: address, userAgent, device, replaces })
    setCookie(authentication.cookie(opened.token))
    if (device) setCookie(devices.cookie(device))
    return answer(200, opened)
  })

  add(ROUTES.logout, async ({ member, address, setCookie }) => {
    await accounts.logOut(member, address)
    setCookie(authentication.clearedCookie)
    return answer(200, { success: true })
  })
}

function addVerificationRoutes(add: AddRoute, { accounts }: Domains) {
  add(ROUTES.verifyEmail, async ({ query, address, say }) =>
    answer(200, sayMessage(await accounts.verifyEmail(query.code, query.email, address), say)),
  )

  add(ROUTES.checkRegistrationRemoval, async ({ query: { code, email }, address }) =>
    answer(200, { possible: await accounts.registrationRemoval.isPossible(code, email, address) }),
  )

  add(ROUTES.removeRegistration, async ({ body: { code, email }, address, say }) =>
    answer(200, sayMessage(await accounts.registrationRemoval.remove(code, email, address), say)),
  )

  add(ROUTES.resendVerification, async ({ body, address, say }) =>
    answer(200, sayMessage(await accounts.resendVerification(body, address), say)),
  )
}

function addProfileRoutes(add: AddRoute, { accounts, chat, inbox, nearby, push, search }: Domains) {
  add(ROUTES.getSession, async ({ member, headers }) => {
    const [
      user,
      onlineUsersWithCommonInterest,
      nearByUsers,
      conversationCount,
      unreadNotifications,
      hasPushDevice,
    ] = await Promise.all([
      accounts.profiles.read(member.id, headers),
      search.countOnlineSharing(member),
      nearby.count(member),
      chat.conversationCount(member),
      inbox.unreadCount(member.id),
      push.hasDevice(member.id),
    ])
    return answer(200, {
      user,
      onlineUsersWithCommonInterest,
      nearByUsers,
      conversationCount,
      unreadNotifications,
      hasPushDevice,
    })
  })

  add(ROUTES.updateProfile, async ({ member, body }) =>
    answer(200, await accounts.profiles.update(member, body)),
  )

  add(ROUTES.recordVisit, async ({ member, body, address, userAgent }) =>
    answer(200, await accounts.profiles.recordVisit(member, body, { ipAddress: address, userAgent })),
  )
}
