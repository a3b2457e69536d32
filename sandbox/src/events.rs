//! Events of an organization's resources, which are sent to its webhook.

use types::runtime::DateTime;
use types::{
    AgreementUpdatedData, AgreementUpdatedEvent, AgreementUpdatedEventRequired,
    AgreementUpdatedEventType, DisbursementMadeData, DisbursementMadeEvent,
    DisbursementMadeEventRequired, DisbursementMadeEventType, Event, EventId, EventType,
    OfferAcceptedData, OfferAcceptedEvent, OfferAcceptedEventRequired, OfferAcceptedEventType,
    OrgId, Partner,
};

use crate::delivery;
use crate::store::{Record, Work};

impl Record for Event {
    const TABLE: &'static str = "events";
    const COLUMNS: &'static [&'static str] = &["type"];

    fn id(&self) -> &str {
        match self {
            Self::OfferAcceptedEvent(event) => &event.id.0,
            Self::AgreementUpdatedEvent(event) => &event.id.0,
            Self::DisbursementMadeEvent(event) => &event.id.0,
            Self::Unknown(event) => event["id"].as_str().unwrap_or_default(),
        }
    }

    fn columns(&self) -> Vec<String> {
        vec![kind(self).to_string()]
    }
}

/// Returns the type of an event.
#[must_use]
pub fn kind(event: &Event) -> EventType {
    match event {
        Event::OfferAcceptedEvent(_) => EventType::OfferAccepted,
        Event::AgreementUpdatedEvent(_) => EventType::AgreementUpdated,
        Event::DisbursementMadeEvent(_) => EventType::DisbursementMade,
        Event::Unknown(event) => {
            EventType::Unknown(event["type"].as_str().unwrap_or_default().to_owned())
        }
    }
}

/// Returns the resource that an event is about: its events are delivered in order.
#[must_use]
pub fn entity(event: &Event) -> &str {
    match event {
        Event::OfferAcceptedEvent(event) => &event.data.agreement_id.0,
        Event::AgreementUpdatedEvent(event) => &event.data.agreement.id.0,
        Event::DisbursementMadeEvent(event) => &event.data.disbursement.agreement_id.0,
        Event::Unknown(_) => "",
    }
}

/// Stores an event, and queues it for the webhook, if there is one that subscribes to it.
pub async fn emit(work: &mut Work, event: &Event) -> sqlx::Result<()> {
    work.insert(event).await?;
    delivery::enqueue(work, event).await
}

/// Returns an event at the current time.
#[must_use]
pub fn offer_accepted(
    work: &mut Work,
    partner: Partner,
    data: OfferAcceptedData,
) -> OfferAcceptedEvent {
    OfferAcceptedEvent::new(OfferAcceptedEventRequired {
        id: EventId(work.id("evt")),
        org_id: OrgId(work.org().to_owned()),
        partner,
        test: false,
        creation_time: DateTime::from(work.now()),
        r#type: OfferAcceptedEventType::OfferAccepted,
        data,
    })
}

/// Returns an event at the current time.
#[must_use]
pub fn agreement_updated(
    work: &mut Work,
    partner: Partner,
    data: AgreementUpdatedData,
) -> AgreementUpdatedEvent {
    AgreementUpdatedEvent::new(AgreementUpdatedEventRequired {
        id: EventId(work.id("evt")),
        org_id: OrgId(work.org().to_owned()),
        partner,
        test: false,
        creation_time: DateTime::from(work.now()),
        r#type: AgreementUpdatedEventType::AgreementUpdated,
        data,
    })
}

/// Returns an event at the current time.
#[must_use]
pub fn disbursement_made(
    work: &mut Work,
    partner: Partner,
    data: DisbursementMadeData,
) -> DisbursementMadeEvent {
    DisbursementMadeEvent::new(DisbursementMadeEventRequired {
        id: EventId(work.id("evt")),
        org_id: OrgId(work.org().to_owned()),
        partner,
        test: false,
        creation_time: DateTime::from(work.now()),
        r#type: DisbursementMadeEventType::DisbursementMade,
        data,
    })
}
