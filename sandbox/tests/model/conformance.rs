//! Runs the sandbox next to the model.

use proptest_state_machine::{ReferenceStateMachine, StateMachineTest};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};
use types::Scope;

use super::life::Life;
use super::state::{Call, Model, START};
use super::steps::{Action, Step};
use super::unify::Signs;
use crate::support::{Organization, Reply, World, database};

/// The sandbox, under test.
pub struct Conformance {
    runtime: Runtime,
    world: Option<World>,
    orgs: [Organization; 2],
    signs: Signs,
    steps: usize,
}

/// The number of steps after which everything is read.
const INTERVAL: usize = 15;

impl StateMachineTest for Conformance {
    type SystemUnderTest = Self;
    type Reference = Life;

    fn init_test(_: &Model) -> Self {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        let (world, orgs) = runtime.block_on(async {
            let world = World::start(database().await).await;
            let orgs = [
                new_organization(&world, 0).await,
                new_organization(&world, 1).await,
            ];
            let start: jiff::Timestamp = START.parse().expect("a time");
            let ahead = start.duration_since(world.now().await);
            world.advance(&format!("PT{}S", ahead.as_secs() + 1)).await;
            (world, orgs)
        });
        let mut signs = Signs::default();
        for (index, org) in orgs.iter().enumerate() {
            signs.learn(&format!("@org{index}"), &org.id.0);
        }
        Self {
            runtime,
            world: Some(world),
            orgs,
            signs,
            steps: 0,
        }
    }

    fn apply(mut sut: Self, model: &Model, step: Step) -> Self {
        sut.steps += 1;
        let reads_all = matches!(
            step,
            Step::Act {
                action: Action::ReadAll,
                ..
            }
        );
        match &step {
            Step::Pass(hours) => sut.pass(*hours),
            Step::Act { .. } => {
                let call = model.call.iter();
                // Resources that the clock has created are known after they were listed.
                if call
                    .clone()
                    .any(|call| sut.signs.fill(&call.path).contains('@'))
                {
                    sut.check_everything(model);
                }
                call.for_each(|call| sut.check(call));
            }
        }
        if reads_all || sut.steps.is_multiple_of(INTERVAL) {
            sut.check_everything(model);
        }
        sut
    }

    fn check_invariants(_: &Self, _: &<Life as ReferenceStateMachine>::State) {}

    fn teardown(mut sut: Self, model: Model) {
        sut.check_everything(&model);
        if let Some(world) = sut.world.take() {
            sut.runtime.block_on(world.stop());
        }
    }
}

impl Conformance {
    fn pass(&mut self, hours: i64) {
        let world = self.world.as_ref().expect("it runs");
        self.runtime.block_on(world.advance(&format!("PT{hours}H")));
    }

    fn check_everything(&mut self, model: &Model) {
        let mut model = model.clone();
        for org in 0..2 {
            model
                .everything(org)
                .iter()
                .for_each(|call| self.check(call));
        }
    }

    fn check(&mut self, call: &Call) {
        let body = call
            .body
            .as_ref()
            .map(|body| self.signs.fill(&body.to_string()));
        let body: Option<Value> = body.map(|body| serde_json::from_str(&body).expect("JSON"));
        let body_shown = body.clone();
        let path = self.signs.fill(&call.path);
        let reply = self
            .runtime
            .block_on(send(&self.orgs[call.org], call.method, &path, body));
        let asked = json!({ "method": call.method, "path": path, "body": body_shown });
        let what = format!(
            "{asked}\nshould be answered {} {}\nwas answered       {} {}",
            call.outcome, call.answer, reply.status, reply.body
        );
        assert_eq!(reply.outcome(), call.outcome, "{what}");
        if reply.status < 300 {
            let is_same = self.signs.unify("", &call.answer, &reply.body);
            is_same.unwrap_or_else(|difference| panic!("{difference}\n{what}"));
        }
    }
}

async fn send(org: &Organization, method: &str, path: &str, body: Option<Value>) -> Reply {
    match method {
        "CONTROL" => {
            org.control_with(path, body.unwrap_or_else(|| json!({})))
                .await
        }
        _ => org.call(method, path, body.as_ref()).await,
    }
}

/// Returns an organization with only an API key.
async fn new_organization(world: &World, number: usize) -> Organization {
    let (id, key) = (format!("org-model-{number}"), format!("model-key-{number}"));
    let store = world.sandbox().store();
    let created = "2026-01-01T00:00:00Z";
    let organization = json!({ "id": id, "name": id, "partners": [], "creationTime": created });
    let organization = serde_json::from_value(organization).expect("an organization");
    let work = store
        .create(&organization)
        .await
        .expect("the database works");
    let mut work = work.expect("it is new");
    let client = json!({
        "id": format!("cli-{number}"), "orgId": id, "name": "Key", "type": "API_KEY",
        "scopes": Scope::VALUES, "creationTime": created,
    });
    let hash = ring::digest::digest(&ring::digest::SHA256, key.as_bytes());
    let hash = hash
        .as_ref()
        .iter()
        .fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    let statement = "INSERT INTO api_clients (org_id, id, position, type, secret_hash, document) \
                     VALUES ($1, $2, 1, 'API_KEY', $3, $4)";
    let insert = sqlx::query(statement)
        .bind(id.clone())
        .bind(format!("cli-{number}"))
        .bind(hash)
        .bind(client.to_string())
        .execute(work.connection());
    insert.await.expect("the client is new");
    work.commit().await.expect("the database works");
    world.organization(&id, &key)
}
