import { resetByToken, resetCodeForm, resetOfUser, resetRequest, tokenQuery } from '#schema/password.ts'
import type { Builder } from './builder.ts'
import { accept } from './input.ts'

/** By the token of the link alone, or with the address as well, whose token it must then be. */
const reset = resetByToken.extend({ userName: resetOfUser.shape.userName.optional() })

/** Setting a new password without the old one: all of it is for visitors. */
export function addPasswords(builder: Builder) {
  const skipTypeScopes = true

  builder.queryFields((t) => ({
    validateResetToken: t.boolean({
      skipTypeScopes,
      args: { token: t.arg.string() },
      resolve: (_, args, { rooms, address }) =>
        rooms.accounts.passwordReset.isValid(accept(tokenQuery, args).token, address),
    }),
  }))

  builder.mutationFields((t) => ({
    /** True for every address, whether or not it has an account. */
    requestPasswordReset: t.boolean({
      skipTypeScopes,
      args: { user: t.arg.string(), origin: t.arg.string() },
      async resolve(_, args, { rooms, address }) {
        await rooms.accounts.passwordReset.request(accept(resetRequest, args), address)
        return true
      },
    }),
    /** Answers the token that the code was exchanged for. */
    verifyResetCode: t.string({
      skipTypeScopes,
      args: { userName: t.arg.string(), resetCode: t.arg.string() },
      resolve: (_, args, { rooms, address }) =>
        rooms.accounts.passwordReset.exchangeCode(accept(resetCodeForm, args), address),
    }),
    resetPassword: t.boolean({
      skipTypeScopes,
      args: {
        token: t.arg.string(),
        newPassword: t.arg.string(),
        userName: t.arg.string({ required: false }),
      },
      async resolve(_, { userName, ...args }, { rooms, address }) {
        const input = accept(reset, userName == null ? args : { ...args, userName })
        const { token, newPassword } = input
        await rooms.accounts.passwordReset.finish(
          { token, newPassword, ...(input.userName === undefined ? {} : { userName: input.userName }) },
          address,
        )
        return true
      },
    }),
  }))
}
