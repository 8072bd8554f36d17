import { factorChange, factorEnrolment, factorProof, SECOND_FACTOR } from '#schema/second-factor.ts'
import type { FactorState, TotpSetup } from '#server/domains/accounts/index.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, memberOf } from '#server/transports/graphql/builder.ts'

/** Also for members who are suspended: it protects an account that they keep. */
const account = { skipTypeScopes: true, authScopes: { account: true } } as const

const CODE = `${SECOND_FACTOR.digits} digits from the authenticator app, or a recovery code. Each works once.`
const PROOF = 'Needs the password or a code; moderators and administrators need a code.'

/** Two-step login: switched on and off by every member, needed by staff. */
export function addSecondFactor(builder: Builder) {
  const staff = addStaff(builder)
  const state = addState(builder, staff)
  const setup = addSetup(builder)
  addSecondFactorQueries(builder, { state })
  addFactorProofs(builder, { setup })
  addFactorChanges(builder)
}

const addStaff = (builder: Builder) =>
  builder.enumType('StaffFactor', {
    description: 'Whether this session may use what is for moderators and administrators.',
    values: {
      NOT_NEEDED: { description: 'A member, or a server where staff need no second factor.' },
      PROVEN: { description: 'This session proved the second factor.' },
      PROOF_REQUIRED: { description: 'Two-step login is on, and this session has not proved it yet.' },
      ENROLMENT_REQUIRED: { description: 'Two-step login has to be switched on first.' },
    } as const,
  })

const addState = (builder: Builder, staff: ReturnType<typeof addStaff>) =>
  builder.objectRef<FactorState>('SecondFactor').implement({
    description: 'Two-step login of the account: after the password, a code from an authenticator app.',
    fields: (t) => ({
      since: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When it was switched on, as an ISO 8601 date and time. Null while it is off.',
        resolve: ({ since }) => since,
      }),
      recoveryCodesLeft: t.exposeInt('recoveryCodesLeft', {
        description: 'How many recovery codes are unused.',
      }),
      staff: t.field({
        type: staff,
        description: 'Whether this session may use what is for moderators and administrators.',
        resolve: (one) => one.staff,
      }),
    }),
  })

const addSetup = (builder: Builder) =>
  builder.objectRef<TotpSetup>('SecondFactorSetup').implement({
    description: 'What an authenticator app needs. It is shown once.',
    fields: (t) => ({
      secret: t.exposeString('secret', { description: 'The secret in Base32, to be typed.' }),
      uri: t.exposeString('uri', { description: 'The secret as an `otpauth:` address, for a QR code.' }),
    }),
  })

function addSecondFactorQueries(builder: Builder, { state }: { state: ReturnType<typeof addState> }) {
  builder.queryFields((t) => ({
    secondFactor: t.field({
      ...account,
      type: state,
      description: 'Whether two-step login is on.',
      resolve: (_, __, context) => context.domains.accounts.secondFactor.read(memberOf(context)),
    }),
  }))
}

function addFactorProofs(builder: Builder, { setup }: { setup: ReturnType<typeof addSetup> }) {
  builder.mutationFields((t) => {
    const code = t.arg.string({ description: CODE })
    return {
      beginSecondFactor: t.field({
        ...account,
        type: setup,
        description:
          'Starts to switch two-step login on. Nothing changes until `confirmSecondFactor`, within an hour.',
        args: { password: t.arg.string() },
        resolve: (_, args, context) =>
          context.domains.accounts.secondFactor.begin(
            memberOf(context),
            validate(factorEnrolment, args).password,
            context.address,
          ),
      }),
      confirmSecondFactor: t.stringList({
        ...account,
        description:
          'Switches two-step login on with a first code of the app, and ends every other session. Returns the recovery codes, which are shown once.',
        args: { code },
        resolve: (_, args, context) =>
          context.domains.accounts.secondFactor.confirm(
            memberOf(context),
            validate(factorProof, args).code,
            context.address,
          ),
      }),
      proveSecondFactor: t.boolean({
        ...account,
        description:
          'Proves the second factor for this session. A ban, a data export, and closing or deleting an account need a proof within the last ten minutes.',
        args: { code },
        async resolve(_, args, context) {
          await context.domains.accounts.secondFactor.prove(
            memberOf(context),
            validate(factorProof, args).code,
            context.address,
          )
          return true
        },
      }),
    }
  })
}

function addFactorChanges(builder: Builder) {
  builder.mutationFields((t) => {
    const proof = {
      password: t.arg.string({ required: false, description: 'Enough for a member. Staff need a code.' }),
      code: t.arg.string({ required: false, description: CODE }),
    }
    const given = (args: { password?: string | null | undefined; code?: string | null | undefined }) =>
      validate(factorChange, { password: args.password ?? undefined, code: args.code ?? undefined })
    return {
      disableSecondFactor: t.boolean({
        ...account,
        description: `Switches two-step login off. ${PROOF}`,
        args: proof,
        async resolve(_, args, context) {
          await context.domains.accounts.secondFactor.switchOff(
            memberOf(context),
            given(args),
            context.address,
          )
          return true
        },
      }),
      renewRecoveryCodes: t.stringList({
        ...account,
        description: `Replaces the recovery codes and returns the new ones, which are shown once. ${PROOF}`,
        args: proof,
        resolve: (_, args, context) =>
          context.domains.accounts.secondFactor.renewRecoveryCodes(
            memberOf(context),
            given(args),
            context.address,
          ),
      }),
    }
  })
}
