import { ROUTES } from '#schema/routes.ts'
import { text } from '#schema/translatable.ts'
import type { Domains } from '#server/domains/index.ts'
import { type AddRoute, answer } from '#server/transports/rest/route-handler.ts'

const CHANGED = text('Your password has been changed. Please log in.')

export function addPasswordRoutes(add: AddRoute, { accounts: { passwordReset } }: Domains) {
  add(ROUTES.requestPasswordReset, async ({ body, address, request, say }) => {
    await passwordReset.request(body, address, request.headers.host)
    return answer(200, {
      success: true,
      message: say(text('If this address has an account, a reset link is on its way.')),
    })
  })

  add(ROUTES.validateResetToken, async ({ query, address, say }) => {
    const valid = await passwordReset.isValid(query.token, address)
    const message = valid
      ? text('This reset link is valid.')
      : text('This reset link is invalid or has expired.')
    return answer(200, { valid, message: say(message) })
  })

  add(ROUTES.confirmReset, async ({ body, address, say }) => {
    await passwordReset.finish(body, address)
    return answer(200, { success: true, message: say(CHANGED) })
  })

  for (const route of [ROUTES.changeAfterReset, ROUTES.finishReset] as const) {
    add(route, async ({ body, address, say }) => {
      const { userName, passwordResetToken: token, newPassword } = body
      await passwordReset.finish({ token, newPassword, userName }, address)
      return answer(200, { success: true, message: say(CHANGED) })
    })
  }

  add(ROUTES.verifyResetCode, async ({ query, address }) => {
    const token = await passwordReset.exchangeCode(query, address)
    return answer(200, { resetToken: token, token })
  })
}
