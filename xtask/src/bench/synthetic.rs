//! Generates descriptions of any size, to see how the cost grows.

use std::fmt::Write as _;

/// Returns a description with `count` operations and as many schemas, with the constructs that are
/// most frequent in real ones.
#[must_use]
pub fn description(count: usize) -> String {
    let mut text = String::from(
        "openapi: 3.0.3\ninfo: {title: Synthetic, version: '1.0'}\n\
         servers: [{url: 'https://api.example.com'}]\npaths:\n",
    );
    for index in 0..count {
        operation(&mut text, index);
    }
    text.push_str("components:\n  schemas:\n");
    for index in 0..count {
        schema(&mut text, index, count);
    }
    text.push_str(PROBLEM);
    text
}

const PROBLEM: &str = "    Problem:
      type: object
      description: What went wrong.
      properties:
        title: {type: string, description: A summary.}
        status: {type: integer, format: int32, description: The status.}
";

fn operation(text: &mut String, index: usize) {
    let tag = index / 20;
    let _ = write!(
        text,
        "  /resource{index}/{{id}}:
    post:
      operationId: changeResource{index}
      summary: Change resource {index}
      tags: [Group{tag}]
      parameters:
        - {{name: id, in: path, required: true, schema: {{type: string, maxLength: 64}}}}
        - {{name: limit, in: query, schema: {{type: integer, minimum: 1, maximum: 1000}}}}
      requestBody:
        required: true
        content: {{application/json: {{schema: {{$ref: '#/components/schemas/Resource{index}'}}}}}}
      responses:
        '200':
          description: The resource as it is now.
          content: {{application/json: {{schema: {{$ref: '#/components/schemas/Resource{index}'}}}}}}
        '404':
          description: There is no such resource.
          content: {{application/problem+json: {{schema: {{$ref: '#/components/schemas/Problem'}}}}}}
"
    );
}

fn schema(text: &mut String, index: usize, count: usize) {
    let next = (index + 1) % count;
    let _ = write!(
        text,
        "    Resource{index}:
      type: object
      description: Resource {index} of many.
      required: [id, name]
      properties:
        id: {{type: string, description: The identifier., minLength: 1, maxLength: 64}}
        name: {{type: string, description: The name., pattern: '^[a-z]+$'}}
        status: {{type: string, enum: [DRAFT, ACTIVE, ENDED], description: Where it stands.}}
        creationTime: {{type: string, format: date-time, description: When it was made.}}
        amount: {{type: number, minimum: 0, description: How much.}}
        labels: {{type: array, maxItems: 10, items: {{type: string}}, description: Labels.}}
        related: {{type: array, items: {{$ref: '#/components/schemas/Resource{next}'}}}}
"
    );
}
