import { resetByToken, resetCodeForm, resetOfUser, resetRequest, tokenQuery } from '#schema/password.ts'
import { validate } from '#server/platform/validate.ts'
import type { Builder } from '#server/transports/graphql/builder.ts'

/** By the token of the link alone, or with the address as well, whose token it must then be. */
const reset = resetByToken.extend({ userName: resetOfUser.shape.userName.optional() })

/** Visitors may use all of these fields. */
const skipTypeScopes = true

/** Setting a new password without the old one: all of it is for visitors. */
export function addPasswords(builder: Builder) {
  addPasswordQueries(builder)
  addPasswordMutations(builder)
}

function addPasswordQueries(builder: Builder) {
  builder.queryFields((t) => ({
    validateResetToken: t.boolean({
      skipTypeScopes,
      description: 'Whether a reset token is valid now.',
      args: { token: t.arg.string({ description: 'The token of the reset mail.' }) },
      resolve: (_, args, { domains, address }) =>
        domains.accounts.passwordReset.isValid(validate(tokenQuery, args).token, address),
    }),
  }))
}

function addPasswordMutations(builder: Builder) {
  builder.mutationFields((t) => ({
    requestPasswordReset: t.boolean({
      skipTypeScopes,
      description: 'Sends a reset mail. Returns true for every address, with or without an account.',
      args: {
        user: t.arg.string({ description: 'The email address of the account.' }),
        origin: t.arg.string({ description: 'The origin of the page that asks, for the link in the mail.' }),
      },
      async resolve(_, args, { domains, address, host }) {
        await domains.accounts.passwordReset.request(validate(resetRequest, args), address, host)
        return true
      },
    }),
    verifyResetCode: t.string({
      skipTypeScopes,
      description: 'Exchanges the code of a reset mail for a reset token and returns the token.',
      args: {
        userName: t.arg.string({ description: 'The email address of the account.' }),
        resetCode: t.arg.string({ description: 'The code of the reset mail.' }),
      },
      resolve: (_, args, { domains, address }) =>
        domains.accounts.passwordReset.exchangeCode(validate(resetCodeForm, args), address),
    }),
    resetPassword: t.boolean({
      skipTypeScopes,
      description: 'Sets a new password with a reset token and ends every session of the account.',
      args: {
        token: t.arg.string({ description: 'The reset token.' }),
        newPassword: t.arg.string({
          description: 'At least 8 characters with an uppercase letter, a lowercase letter and a number.',
        }),
        userName: t.arg.string({
          required: false,
          description: 'The email address of the account. When it is given, the token must belong to it.',
        }),
      },
      async resolve(_, { userName, ...args }, { domains, address }) {
        const input = validate(reset, userName == null ? args : { ...args, userName })
        const { token, newPassword } = input
        await domains.accounts.passwordReset.finish(
          { token, newPassword, ...(input.userName === undefined ? {} : { userName: input.userName }) },
          address,
        )
        return true
      },
    }),
  }))
}
