import * as z from 'zod'
import { OPERATION_TEXTS } from '#schema/operations.fields.ts'
import {
  pageVisibilityModel,
  pushDeviceModel,
  pushPreferencesModel,
  pushStateModel,
  pushSubscriptionRequestModel,
  quietHoursModel,
  savePushPreferencesModel,
} from '#schema/push.fields.ts'
import {
  type PushDevice,
  type PushKind,
  type PushPreferences,
  type PushState,
  pageVisibility,
  pushSubscriptionRequest,
  type QuietHours,
  savePushPreferences,
} from '#schema/push.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, memberOf } from '#server/transports/graphql/builder.ts'
import type { EnumValues } from '#server/transports/graphql/enum-values.ts'
import { modelArgs, modelFields } from '#server/transports/graphql/model-fields.ts'

const byId = z.object({ id: z.uuid('Not an id') })

const KINDS = {
  MESSAGE: { value: 'message', description: 'A message of the partner.' },
  MATCH: { value: 'match', description: 'The member can talk with another one from now on.' },
  RING: { value: 'ring', description: 'A partner was found for a search that goes on in a closed app.' },
  KNOCK: { value: 'knock', description: 'A member would like to talk.' },
  KEPT: { value: 'kept', description: 'The member and another one asked to keep in touch.' },
  EVENING: { value: 'evening', description: 'An evening begins that the member wanted to join.' },
  INTEREST: { value: 'interest', description: 'Someone who likes an interest of the member is searching.' },
  DECISION: { value: 'decision', description: 'A decision of a moderator.' },
} as const satisfies EnumValues<PushKind>

/** Push messages to the browsers of the caller. */
export function addPush(builder: Builder) {
  const kind = addKind(builder)
  const device = addDevice(builder)
  const preferences = addPreferences(builder, kind)
  const state = builder.objectRef<PushState>('PushState').implement({
    description: pushStateModel.description,
    fields: (t) => modelFields(t, pushStateModel, { types: { preferences, devices: [device] } }),
  })
  builder.queryFields((t) => ({
    push: t.field({
      type: state,
      description: OPERATION_TEXTS.getPush,
      resolve: (_, __, context) => context.domains.push.read(memberOf(context)),
    }),
  }))
  addDeviceMutations(builder, device)
  addChoices(builder, kind, preferences)
}

const addKind = (builder: Builder) =>
  builder.enumType('PushKind', { description: 'What push messages tell.', values: KINDS })

const addDevice = (builder: Builder) =>
  builder.objectRef<PushDevice>('PushDevice').implement({
    description: pushDeviceModel.description,
    fields: (t) => modelFields(t, pushDeviceModel),
  })

function addPreferences(builder: Builder, kind: ReturnType<typeof addKind>) {
  const quietHours = builder.objectRef<QuietHours>('QuietHours').implement({
    description: quietHoursModel.description,
    fields: (t) => modelFields(t, quietHoursModel),
  })
  return builder.objectRef<PushPreferences>('PushPreferences').implement({
    description: pushPreferencesModel.description,
    fields: (t) => modelFields(t, pushPreferencesModel, { types: { kinds: [kind], quietHours } }),
  })
}

function addDeviceMutations(builder: Builder, device: ReturnType<typeof addDevice>) {
  builder.mutationFields((t) => ({
    subscribeToPush: t.field({
      type: device,
      description: OPERATION_TEXTS.subscribeToPush,
      args: modelArgs(t.arg, pushSubscriptionRequestModel, {}),
      resolve: (_, args, context) =>
        context.domains.push.subscribe(memberOf(context), validate(pushSubscriptionRequest, args)),
    }),
    removePushDevice: t.boolean({
      skipTypeScopes: true,
      authScopes: { account: true },
      description: OPERATION_TEXTS.removePushDevice,
      args: { id: t.arg.id() },
      async resolve(_, args, context) {
        await context.domains.push.removeDevice(memberOf(context).id, validate(byId, args).id)
        return true
      },
    }),
    reportVisibility: t.boolean({
      description: OPERATION_TEXTS.reportVisibility,
      args: modelArgs(t.arg, pageVisibilityModel, {}),
      async resolve(_, args, context) {
        await context.domains.push.reportVisibility(memberOf(context).id, validate(pageVisibility, args))
        return true
      },
    }),
  }))
}

function addChoices(
  builder: Builder,
  kind: ReturnType<typeof addKind>,
  preferences: ReturnType<typeof addPreferences>,
) {
  const quietHours = builder.inputType('QuietHoursInput', {
    description: quietHoursModel.description,
    fields: (t) => ({
      from: t.string({ description: quietHoursModel.fields.from }),
      until: t.string({ description: quietHoursModel.fields.until }),
      timeZone: t.string({ description: quietHoursModel.fields.timeZone }),
    }),
  })
  builder.mutationFields((t) => ({
    savePushPreferences: t.field({
      type: preferences,
      description: OPERATION_TEXTS.savePushPreferences,
      args: modelArgs(t.arg, savePushPreferencesModel, { types: { kinds: [kind], quietHours } }),
      resolve: (_, args, context) =>
        context.domains.push.savePreferences(memberOf(context).id, validate(savePushPreferences, args)),
    }),
  }))
}
