import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import './privacy.css'
import { type ReactNode, Suspense } from 'react'
import { Navigate } from 'react-router'
import { PRODUCT } from '#schema/product.ts'
import { GraphqlProvider } from '../../hooks/graphql-provider.tsx'
import { useServices, useStore } from '../../hooks/services.tsx'
import { useQuery } from '../../hooks/use-query.ts'
import { withTexts } from '../../i18n/with-texts.ts'
import { deferred } from '../../ui/deferred.tsx'
import { Loading } from '../../ui/loading.tsx'
import { CentrePage } from '../shared/centre-page.tsx'
import { TwoStepSection } from '../shared/second-factor/two-step-section.tsx'
import { Unreachable } from '../shared/unreachable.tsx'
import { ExportSection } from './export-section.tsx'
import { HideSection } from './hide-section.tsx'
import { CloseSection, DeleteSection } from './leaving-sections.tsx'
import { MailsSection, ReceiptsSection } from './message-settings.tsx'
import { PUSH_DEVICES } from './operations.ts'
import { PasskeysSection } from './passkeys-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SignInsSection } from './sign-ins-section.tsx'

const { name: product } = PRODUCT

/** Sessions, sign-ins, data export, and closing or deleting the account. */
export function PrivacyScreen() {
  const { session } = useServices()
  const { status, user } = useStore(session)
  if (status === 'loading') return <Loading label={t`Loading your session`} />
  if (status === 'unreachable') return <Unreachable />
  // Suspended members keep access to this page.
  if (status !== 'member' && status !== 'suspended') return <Navigate to="/auth" replace />
  return (
    <GraphqlProvider>
      <PrivacyCentre premium={user?.premiumUser ?? false} />
    </GraphqlProvider>
  )
}

const PushDevicesSection = deferred(
  () => withTexts('push', import('./push-devices-section.tsx')),
  'PushDevicesSection',
)

/** Not part of the page on a server without push messages. */
const PUSH = 'push-devices'

const SECTIONS: readonly { id: string; title: MessageDescriptor; content(premium: boolean): ReactNode }[] = [
  { id: 'sessions', title: msg`Devices and sessions`, content: () => <SessionsSection /> },
  { id: 'two-step', title: msg`Two-step login`, content: () => <TwoStepSection /> },
  { id: 'passkeys', title: msg`Passkeys`, content: () => <PasskeysSection /> },
  {
    id: PUSH,
    title: msg`Notifications on your devices`,
    content: () => (
      <Suspense>
        <PushDevicesSection />
      </Suspense>
    ),
  },
  { id: 'sign-ins', title: msg`Sign-ins`, content: () => <SignInsSection /> },
  { id: 'data', title: msg`Download my data`, content: () => <ExportSection /> },
  { id: 'receipts', title: msg`Read receipts`, content: () => <ReceiptsSection /> },
  { id: 'mails', title: msg`Emails about missed messages`, content: () => <MailsSection /> },
  { id: 'hide', title: msg`Hide ${product}`, content: () => <HideSection /> },
  { id: 'close', title: msg`Close account`, content: (premium) => <CloseSection premium={premium} /> },
  { id: 'delete', title: msg`Delete account`, content: (premium) => <DeleteSection premium={premium} /> },
]

function PrivacyCentre({ premium }: { premium: boolean }) {
  // Suspended members get no push messages, and may not read them.
  const { data } = useQuery(PUSH_DEVICES, {})
  const hasPush = data !== null && data.push.publicKey !== null
  return (
    <CentrePage
      title={t`Privacy centre`}
      lede={t`See where you are logged in, download your data, or close your account.`}
      sections={SECTIONS.filter(({ id }) => hasPush || id !== PUSH).map(({ content, ...section }) => ({
        ...section,
        content: content(premium),
      }))}
    />
  )
}
