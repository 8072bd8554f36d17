import type { AdminCommand } from './command.ts'
import { eraseCancel, eraseRequest, eraseState } from './commands/erase.ts'
import { launchListRemove, recountListsCommand } from './commands/lists.ts'
import { mailDecision, mailPasswordReset, mailVerification } from './commands/mail.ts'
import { orderCheck, orderShow } from './commands/orders.ts'
import { premiumGrant, premiumRevoke } from './commands/premium.ts'
import { queues, queuesDrain } from './commands/queues.ts'
import { resetFactorCommand } from './commands/reset-factor.ts'
import { grant, list, moderator, revoke } from './commands/roles.ts'
import { sessionsEnd, sessionsEndAll } from './commands/sessions.ts'
import { userFind } from './commands/user-find.ts'
import { userShow } from './commands/user-show.ts'

/** Every command, in the order of the help. */
export const COMMANDS: readonly AdminCommand[] = [
  grant,
  moderator,
  revoke,
  list,
  userFind,
  userShow,
  resetFactorCommand,
  sessionsEnd,
  sessionsEndAll,
  premiumGrant,
  premiumRevoke,
  orderShow,
  orderCheck,
  eraseRequest,
  eraseCancel,
  eraseState,
  mailVerification,
  mailPasswordReset,
  mailDecision,
  queues,
  queuesDrain,
  launchListRemove,
  recountListsCommand,
]
