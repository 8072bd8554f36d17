import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Gender, LookingFor } from '#schema/enums.ts'

export const GENDER_LABELS: Record<Gender, MessageDescriptor> = {
  Male: msg`Male`,
  Female: msg`Female`,
  Transgender: msg`Transgender`,
}

export const LOOKING_FOR_LABELS: Record<LookingFor, MessageDescriptor> = {
  Friendship: msg`Friendship`,
  Dating: msg`Dating`,
  'Serious Relationship': msg`Serious Relationship`,
  Networking: msg`Networking`,
  'Casual Chat': msg`Casual Chat`,
}
