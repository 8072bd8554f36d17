import { OPERATION_TEXTS } from '#schema/operations.fields.ts'
import { resetByTokenModel, resetRequestModel } from '#schema/password.fields.ts'
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
      description: OPERATION_TEXTS.validateResetToken,
      args: { token: t.arg.string({ description: resetByTokenModel.fields.token }) },
      resolve: (_, args, { domains, address }) =>
        domains.accounts.passwordReset.isValid(validate(tokenQuery, args).token, address),
    }),
  }))
}

function addPasswordMutations(builder: Builder) {
  builder.mutationFields((t) => ({
    requestPasswordReset: t.boolean({
      skipTypeScopes,
      description: OPERATION_TEXTS.requestPasswordReset,
      args: {
        user: t.arg.string({ description: resetRequestModel.fields.user }),
        origin: t.arg.string({ description: resetRequestModel.fields.origin }),
      },
      async resolve(_, args, { domains, address, host }) {
        await domains.accounts.passwordReset.request(validate(resetRequest, args), address, host)
        return true
      },
    }),
    verifyResetCode: t.string({
      skipTypeScopes,
      description: OPERATION_TEXTS.verifyResetCode,
      args: {
        userName: t.arg.string({ description: resetRequestModel.fields.user }),
        resetCode: t.arg.string({ description: 'The code of the reset mail.' }),
      },
      resolve: (_, args, { domains, address }) =>
        domains.accounts.passwordReset.exchangeCode(validate(resetCodeForm, args), address),
    }),
    resetPassword: t.boolean({
      skipTypeScopes,
      description: 'Sets a new password with a reset token and ends every session of the account.',
      args: {
        token: t.arg.string({ description: resetByTokenModel.fields.token }),
        newPassword: t.arg.string({
          description: resetByTokenModel.fields.newPassword,
        }),
        userName: t.arg.string({
          required: false,
          description: `${resetRequestModel.fields.user} When it is given, the token must belong to it.`,
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
