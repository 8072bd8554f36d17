import * as account from '#schema/account.fields.ts'
import * as admin from '#schema/admin.fields.ts'
import * as bells from '#schema/bells.fields.ts'
import * as billing from '#schema/billing.fields.ts'
import * as chat from '#schema/chat.fields.ts'
import type { DescribedModel } from '#schema/described-model.ts'
import * as errors from '#schema/errors.fields.ts'
import * as evenings from '#schema/evenings.fields.ts'
import * as events from '#schema/events.fields.ts'
import * as kept from '#schema/kept.fields.ts'
import * as knocks from '#schema/knocks.fields.ts'
import * as missedMails from '#schema/missed-mails.fields.ts'
import * as nearby from '#schema/nearby.fields.ts'
import * as notification from '#schema/notification.fields.ts'
import * as passkeys from '#schema/passkeys.fields.ts'
import * as password from '#schema/password.fields.ts'
import * as profile from '#schema/profile.fields.ts'
import * as push from '#schema/push.fields.ts'
import * as registration from '#schema/registration.fields.ts'
import * as ring from '#schema/ring.fields.ts'
import * as route from '#schema/route.fields.ts'
import * as waits from '#schema/waits.fields.ts'

/** Every model that has a name in the OpenAPI document. */
export const MODELS: readonly DescribedModel[] = [
  route,
  errors,
  account,
  registration,
  profile,
  password,
  passkeys,
  missedMails,
  chat,
  ring,
  waits,
  evenings,
  knocks,
  nearby,
  kept,
  notification,
  push,
  events,
  bells,
  billing,
  admin,
].flatMap((models): DescribedModel[] => Object.values(models))
