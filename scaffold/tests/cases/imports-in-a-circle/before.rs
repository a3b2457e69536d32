use self::Health as Health;
use self::a as b;
use self::b as a;

impl Health for Api {}
impl a::Health for Api {}
