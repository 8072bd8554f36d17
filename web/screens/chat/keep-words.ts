import { t } from '@lingui/core/macro'
import type { KeepState } from '#schema/kept.ts'

/** Returns the label of the tool that asks to keep in touch, and what a press does in each state. */
export function keepWords(keep: KeepState): { label: string; hint: string } {
  if (keep === 'KEPT') return { label: t`Let go`, hint: t`You two no longer keep in touch` }
  return {
    label: t`Keep in touch`,
    hint:
      keep === 'ASKED'
        ? t`You'd like to. Press to take it back`
        : t`They'll only know if they'd like to as well`,
  }
}
