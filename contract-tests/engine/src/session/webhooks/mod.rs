//! Webhooks that the deployment sends to a receiver that the run starts.

mod receiver;
mod registration;
mod signature;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::OnceCell;

pub use self::receiver::{Delivery, Receiver, ReceiverMode};
use self::registration::{Registration, secret};
pub use self::signature::{field, is_form_of, tag, verifies};
use super::{Answer, Session, Stop};
use crate::credentials::Secret;
use crate::event::Event;
use conformance_core::missing_input::MissingInput;

/// The minimum time to wait for a redelivery: senders pause before they retry.
const REPETITION: Duration = Duration::from_millis(4_500);

/// From this patience on, the run also waits for a second redelivery.
const GROWTH: Duration = Duration::from_secs(30);

/// How long to wait to be sure that nothing arrives.
const SILENCE: Duration = Duration::from_millis(300);

/// The webhooks of a run, which are triggered once.
#[derive(Debug, Default)]
pub struct Cache {
    campaign: OnceCell<Result<Arc<Campaign>, Stop>>,
}

/// What the deployment was asked to send, and what it sent.
#[derive(Debug)]
pub struct Campaign {
    /// The deliveries, in their order.
    pub deliveries: Vec<Delivery>,
    /// The responses to requests for a test, in their order.
    pub tests: Vec<Answer>,
    /// The secrets with which deliveries are signed, from the credentials of the run or from the
    /// deployment, the newest last.
    pub secrets: Vec<Secret>,
    /// When the newest secret was created: earlier deliveries are signed with another.
    pub renewed: Duration,
    /// How long the run waited for redeliveries.
    pub waited: Duration,
    /// The response to the request for a test after 410, and whether anything arrived.
    pub after_gone: Option<(Answer, bool)>,
}

impl Campaign {
    /// Returns the deliveries since the newest secret was created, without redirected ones.
    pub fn signed(&self) -> impl Iterator<Item = &Delivery> {
        self.direct().filter(|one| one.at >= self.renewed)
    }

    /// Returns the deliveries without redirected ones.
    pub fn direct(&self) -> impl Iterator<Item = &Delivery> {
        self.deliveries.iter().filter(|one| !one.is_redirected)
    }

    /// Returns the first delivery to which the receiver responded with a status.
    #[must_use]
    pub fn answered(&self, status: u16) -> Option<&Delivery> {
        self.deliveries.iter().find(|one| one.answered == status)
    }

    /// Returns later deliveries of the same body.
    pub fn repetitions<'a>(&'a self, of: &'a Delivery) -> impl Iterator<Item = &'a Delivery> {
        self.direct()
            .filter(|one| one.at > of.at && one.body == of.body)
    }
}

impl Session {
    /// Returns the webhooks of this run. The first call triggers them.
    ///
    /// # Errors
    /// Returns an error if the run may not write, the description has no way to register a
    /// receiver, or nothing arrives.
    pub async fn webhooks(&self) -> Result<Arc<Campaign>, Stop> {
        let campaign = self.shared.webhooks.campaign.get_or_init(|| self.provoke());
        Box::pin(campaign).await.clone()
    }

    async fn provoke(&self) -> Result<Arc<Campaign>, Stop> {
        if !self.profile.writes {
            return Err(MissingInput::Writes.into());
        }
        let operations = Registration::find(self)?;
        let before = operations.read(self).await?;
        let own = &self.profile.webhook;
        let name = self.next_uuid();
        let receiver = Receiver::start(own.listen, own.url.as_ref(), &name);
        let receiver = receiver.await.map_err(|error| {
            Stop::Undecided(format!(
                "webhooks cannot be received on this machine: {error}"
            ))
        })?;
        // If another receiver is registered, this may be withheld, and nothing has changed.
        let registered = operations.register(self, &receiver.url).await?;
        let campaign = self.run_campaign(&operations, &receiver, &registered).await;
        if let Some(left) = operations.restore(self, before).await {
            let left = format!("registration of the run's webhook receiver: {left}");
            self.emit(&Event::LeftBehind(left));
        }
        campaign.map(Arc::new)
    }

    async fn run_campaign(
        &self,
        operations: &Registration,
        receiver: &Receiver,
        registered: &Answer,
    ) -> Result<Campaign, Stop> {
        let mut campaign = Campaign {
            deliveries: Vec::new(),
            tests: Vec::new(),
            secrets: self.primary().webhook_secret.iter().cloned().collect(),
            renewed: Duration::ZERO,
            waited: Duration::ZERO,
            after_gone: None,
        };
        if let Some(secret) = secret(registered) {
            self.redactor.learn(&secret);
            campaign.secrets.push(Secret::new(secret));
        }
        let kinds = operations.kinds(self);
        for kind in 0..kinds {
            self.deliver(
                operations,
                receiver,
                kind,
                ReceiverMode::Take,
                &mut campaign,
            )
            .await?;
        }
        self.renew_secret(operations, receiver, &mut campaign)
            .await?;
        self.deliver(operations, receiver, 0, ReceiverMode::Fail, &mut campaign)
            .await?;
        self.deliver(
            operations,
            receiver,
            1,
            ReceiverMode::Redirect,
            &mut campaign,
        )
        .await?;
        let patience = REPETITION.max(self.profile.patience);
        let repeated = |all: &[Delivery]| {
            let mut failed = all.iter().filter(|one| matches!(one.answered, 300..=599));
            failed.all(|one| {
                let same = all.iter().filter(|other| other.body == one.body).count();
                same > if one.answered == 500 && patience >= GROWTH {
                    2
                } else {
                    1
                }
            })
        };
        receiver.wait(patience, repeated).await;
        campaign.waited = patience;
        self.end_campaign(operations, receiver, kinds, &mut campaign)
            .await?;
        campaign.deliveries = receiver.deliveries();
        Ok(campaign)
    }

    /// Responds with 410, and sees whether anything is delivered afterwards.
    async fn end_campaign(
        &self,
        operations: &Registration,
        receiver: &Receiver,
        kinds: usize,
        campaign: &mut Campaign,
    ) -> Result<(), Stop> {
        self.deliver(
            operations,
            receiver,
            kinds - 1,
            ReceiverMode::Gone,
            campaign,
        )
        .await?;
        tokio::time::sleep(SILENCE).await;
        let before = receiver.deliveries().len();
        let answer = operations.test(self, 0).await?;
        let came = receiver.wait(SILENCE * 2, |all| all.len() > before).await;
        campaign.after_gone = Some((answer, came));
        Ok(())
    }

    /// Requests a test delivery and waits for it.
    async fn deliver(
        &self,
        operations: &Registration,
        receiver: &Receiver,
        kind: usize,
        mode: ReceiverMode,
        campaign: &mut Campaign,
    ) -> Result<(), Stop> {
        receiver.answer(mode);
        let before = receiver.deliveries().len();
        let answer = operations.test(self, kind).await?;
        if !answer.is_success() {
            let why = format!("a test of the webhook is answered with {}", answer.status);
            return Err(Stop::Undecided(why));
        }
        campaign.tests.push(answer);
        let arrived = receiver
            .wait(self.profile.patience, |all| all.len() > before)
            .await;
        if arrived {
            return Ok(());
        }
        let seconds = self.profile.patience.as_secs();
        Err(Stop::Undecided(format!(
            "no webhook reaches the receiver of this run within {seconds} s; where the deployment \
             cannot reach this machine, --webhook-url says how it can"
        )))
    }

    /// Creates a new secret on a local deployment: the one that the run was given may have been
    /// replaced, for example by an earlier run.
    async fn renew_secret(
        &self,
        operations: &Registration,
        receiver: &Receiver,
        campaign: &mut Campaign,
    ) -> Result<(), Stop> {
        let deliveries = receiver.deliveries();
        let Some(newest) = deliveries.last() else {
            return Ok(());
        };
        let known = campaign
            .secrets
            .iter()
            .any(|secret| verifies(self.description.service(), newest, secret.reveal()));
        if known || !self.profile.is_loopback() {
            return Ok(());
        }
        if let Some(secret) = operations.rotate(self).await? {
            campaign.secrets.push(Secret::new(secret));
            campaign.renewed = receiver.age();
            self.deliver(operations, receiver, 0, ReceiverMode::Take, campaign)
                .await?;
        }
        Ok(())
    }
}
