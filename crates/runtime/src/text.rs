//! The functions of the string language, under their own names.

use rhai::{Dynamic, EvalAltResult, FuncRegistration, Module, NativeCallContext};

use crate::element;

/// Register every function of both tables; arguments may be texts or numbers.
pub fn register(module: &mut Module) {
    for function in strings::functions().iter().chain(strings::learnt_functions()) {
        let call = move |arguments: &[&Dynamic]| -> Result<String, Box<EvalAltResult>> {
            let texts: Option<Vec<String>> = arguments.iter().map(|it| element::scalar(it)).collect();
            texts.as_deref().and_then(function.call).ok_or_else(|| {
                let shown: Vec<String> = arguments.iter().map(|it| format!("{it:?}")).collect();
                format!("`{}` has no value for {}", function.name, shown.join(", ")).into()
            })
        };
        let new = FuncRegistration::new(function.name).in_global_namespace();
        match function.arity {
            1 => drop(new.set_into_module(module, move |_: NativeCallContext, a: Dynamic| call(&[&a]))),
            2 => drop(
                new.set_into_module(module, move |_: NativeCallContext, a: Dynamic, b: Dynamic| {
                    call(&[&a, &b])
                }),
            ),
            _ => drop(new.set_into_module(
                module,
                move |_: NativeCallContext, a: Dynamic, b: Dynamic, c: Dynamic| call(&[&a, &b, &c]),
            )),
        }
    }
}
