import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Clock } from 'lucide-react'
import type { Delivery } from '../../state/chat/delivery-of.ts'
import { Overlap } from '../../ui/logo.tsx'

const LABELS: Record<Delivery, MessageDescriptor> = {
  waiting: msg`Waiting for an answer`,
  sent: msg({ message: 'Sent', comment: 'The server has the message' }),
  delivered: msg({
    message: 'Delivered',
    comment: 'The message arrived at the partner, who has not read it',
  }),
  read: msg({ message: 'Read', comment: 'The partner has read the message' }),
}

/** Shows how far a message has come, as a distance: one ring, two that touch, two that overlap. */
export const DeliveryMark = ({ delivery }: { delivery: Delivery }) => (
  <div className="bubble-meta" data-delivery={delivery}>
    <Distance delivery={delivery} />
    {i18n._(LABELS[delivery])}
  </div>
)

function Distance({ delivery }: { delivery: Delivery }) {
  if (delivery === 'waiting') return <Clock className="icon" aria-hidden="true" />
  return delivery === 'read' ? <Overlap /> : <Rings both={delivery === 'delivered'} />
}

const Rings = ({ both }: { both: boolean }) => (
  <svg className="overlap" viewBox={both ? '0 0 26 14' : '0 0 14 14'} aria-hidden="true">
    <circle className="overlap-ring" cx="7" cy="7" r="6" />
    {both && <circle className="overlap-ring" cx="19" cy="7" r="6" />}
  </svg>
)
