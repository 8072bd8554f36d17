import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const WEB = resolve(import.meta.dirname, '../../../web')

/** Returns the texts of a source file: strings, templates, and text between tags with collapsed white space. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf)
  if (typeof node !== 'object' || node === null) return []
  const { type, value } = node as { type?: string; value?: unknown }
  if (type === 'TemplateElement')
    return Object.values(Object(value)).filter((text) => typeof text === 'string')
  if (typeof value === 'string' && type === 'Literal') return [value]
  if (type === 'TemplateElement') return [(value as { cooked: string }).cooked]
  if (typeof value === 'string' && type === 'JSXText') return [value.replaceAll(/\s+/g, ' ').trim()]
  return Object.values(node).flatMap(textsOf)
}

/**
 * Texts of the specification in dialogs or after a press, which are not rendered here. This checks that they match
 * the specification byte for byte; browser tests check where they appear.
 */
const TEXTS: [string, string[]][] = [
  [
    'screens/home/search-screen.tsx',
    ['Update Interests', 'Your interests are edited from the profile settings menu.'],
  ],
  [
    'screens/home/conversations/recent-conversations.tsx',
    ['Error', 'Failed to load more conversations. Please try again.'],
  ],
  ['screens/nearby/people-nearby.tsx', ['None (show all)', 'Filter by gender']],
  [
    'screens/account/profile-form.tsx',
    ['Profile updated', 'Your profile has been updated successfully.', 'Update failed'],
  ],
  [
    'screens/account/settings-sheet.tsx',
    ['Profile', 'Premium', 'Appearance', 'Privacy & Legal', 'Help & Support', 'Feedback', 'Account'],
  ],
  [
    'screens/account/premium-dialog.tsx',
    ['View Premium Plans', 'Flexible plans', 'Cancel anytime', 'Premium support'],
  ],
  ['screens/account/premium-badge.tsx', ['Active', 'Cancelled (Access Retained)']],
  ['screens/chat/report-dialog.tsx', ['Report User', 'Cancel', 'Submit Report']],
  ['screens/chat/message-log.tsx', ['Load More', 'Jump to Latest']],
  ['screens/chat/composer.tsx', ['Find Another', 'Are you sure?']],
  [
    'screens/password/reset-request-screen.tsx',
    ['Check your email', 'Try again', 'Return to home', 'Sign in'],
  ],
  [
    'screens/password/reset-confirm-screen.tsx',
    ['Request new reset link', 'Return to home', 'Password reset complete', 'Go to login'],
  ],
  [
    'screens/password/reset-outcome.tsx',
    [
      'Password Reset Failed',
      "We couldn't reset your password. The link may be invalid or expired. Please request a new reset link.",
    ],
  ],
  [
    'screens/password/code-form.tsx',
    ['Verification successful', 'Verification failed', 'Invalid reset code or username'],
  ],
  ['screens/verification/verify-screen.tsx', ['Failed to verify your email. Please try again later.']],
  ['screens/not-found/unknown-redirect-screen.tsx', ['Unknown redirect request.', 'Go to Home Page']],
  ['screens/pricing/payment-dialog.tsx', ['Complete Your Payment']],
  [
    'screens/admin/admin-screen.tsx',
    ['Failed to load admin data. Please try again.', 'Retry', 'Real Data', 'Mock Data'],
  ],
  ['screens/location-debug/location-debug-screen.tsx', ['Geolocation is not supported by this browser']],
]

describe('the texts of the specification', () => {
  // covers: 2.1-password-reset, 2.1-verify-failures, 2.2-reset-failed-toast, 2.5-where-to-edit-interests
  // covers: 2.5-report-dialog, 2.7-gender-filter, 2.8-settings-sections, 2.9-payment-dialog
  // covers: 2.11-invalid-link, 2.11-new-password-form, 8.2-more-conversations-failed, 8.2-verification-failed
  // covers: 8.4-debug-tool-errors, 8.4-profile-updated, 8.4-reset-and-verification-successful
  it.each(TEXTS)('appear in %s: %j', (file, texts) => {
    const { program } = parseSync(file, readFileSync(resolve(WEB, file), 'utf8'))
    const found = textsOf(program)
    for (const text of texts) expect(found).toContain(text)
  })
})
