import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { RestrictionKind } from '#schema/moderation.ts'

/** The title of a suspended member's screen. */
export const SCREEN_TITLES: Record<RestrictionKind, MessageDescriptor> = {
  SUSPEND: msg`Your account is suspended.`,
  PAUSE: msg`Your account is paused.`,
  BAN: msg`Your account is banned.`,
}

/** The title of each of several restrictions, such as "Suspended on 18 November". */
export const TITLES_ON: Record<RestrictionKind, (date: string) => string> = {
  SUSPEND: (date) => t`Suspended on ${date}`,
  PAUSE: (date) => t`Paused on ${date}`,
  BAN: (date) => t`Banned on ${date}`,
}

/** The caption above the reason of each of several restrictions. */
const CAPTIONS: Record<RestrictionKind, (date: string) => string> = {
  SUSPEND: (date) => t`Suspended, ${date}`,
  PAUSE: (date) => t`Paused, ${date}`,
  BAN: (date) => t`Banned, ${date}`,
}

const CAPTIONS_UNTIL: Record<RestrictionKind, (date: string, end: string) => string> = {
  SUSPEND: (date, end) => t`Suspended, ${date}, until ${end}`,
  PAUSE: (date, end) => t`Paused, ${date}, until ${end}`,
  BAN: (date, end) => t`Banned, ${date}, until ${end}`,
}

export const captionOf = (kind: RestrictionKind, date: string, end: string | null) =>
  end === null ? CAPTIONS[kind](date) : CAPTIONS_UNTIL[kind](date, end)

/** The caption above the reason of the only restriction. */
export const onlyCaptionOf = (kind: RestrictionKind, date: string) =>
  kind === 'PAUSE' ? t`What happened, ${date}` : t`Our reason, ${date}`
