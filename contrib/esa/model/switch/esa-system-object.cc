// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-system-object.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/esa-system-registry.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <cctype>
#include <cmath>
#include <string_view>

namespace ns3::esa
{
namespace
{

/// @return time steps of ns-3 in a microsecond
double
StepsInUs()
{
    return static_cast<double>(MicroSeconds(1000).GetTimeStep()) / 1000;
}

/// @param us a time in us @return the same for ns-3
Time
TimeOfUs(double us)
{
    return TimeStep(std::llround(us * StepsInUs()));
}

/// @param parameter of a system @return whether it is a time, in us
bool
IsTime(const SystemParameter& parameter)
{
    constexpr std::string_view kUnit = "_us";
    const std::string_view field = parameter.field;
    return field.size() > kUnit.size() && field.substr(field.size() - kUnit.size()) == kUnit;
}

} // namespace

NS_OBJECT_ENSURE_REGISTERED(EsaSystem);

/// Reads and writes one parameter of a system by its declaration.
class SystemParameterAccessor : public AttributeAccessor
{
  public:
    /// @param record the system
    SystemParameterAccessor(const SystemRecord& record, const SystemParameter& parameter)
        : m_record(record),
          m_parameter(parameter)
    {
    }

    bool Set(ObjectBase* object, const AttributeValue& value) const override
    {
        auto system = dynamic_cast<EsaSystem*>(object);
        if (!system)
        {
            return false;
        }
        double number = 0;
        if (const auto whole = dynamic_cast<const UintegerValue*>(&value))
        {
            number = static_cast<double>(whole->Get());
        }
        else if (const auto real = dynamic_cast<const DoubleValue*>(&value))
        {
            number = real->Get();
        }
        else if (const auto time = dynamic_cast<const TimeValue*>(&value))
        {
            number = static_cast<double>(time->Get().GetTimeStep()) / StepsInUs();
        }
        else
        {
            return false;
        }
        system->Of(m_record).Set(m_parameter, number);
        return true;
    }

    bool Get(const ObjectBase* object, AttributeValue& value) const override
    {
        const auto system = dynamic_cast<const EsaSystem*>(object);
        if (!system)
        {
            return false;
        }
        const double number = system->Get().Value(m_parameter);
        if (auto whole = dynamic_cast<UintegerValue*>(&value))
        {
            whole->Set(static_cast<uint64_t>(number));
            return true;
        }
        if (auto real = dynamic_cast<DoubleValue*>(&value))
        {
            real->Set(number);
            return true;
        }
        if (auto time = dynamic_cast<TimeValue*>(&value))
        {
            time->Set(TimeOfUs(number));
            return true;
        }
        return false;
    }

    bool HasGetter() const override
    {
        return true;
    }

    bool HasSetter() const override
    {
        return true;
    }

  private:
    const SystemRecord& m_record;       ///< the system
    const SystemParameter& m_parameter; ///< its parameter
};

namespace
{

/// @param name a name of the registry, for example double_tree
/// @return the name in capital words, for example DoubleTree
std::string
CapitalWords(const std::string& name)
{
    std::string words;
    bool begins = true;
    for (const char c : name)
    {
        if (c == '_')
        {
            begins = true;
            continue;
        }
        words += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        begins = false;
    }
    return words;
}

/// Makes a parameter an attribute.
void
AddParameter(TypeId& tid, const SystemRecord& record, const SystemParameter& parameter)
{
    const auto accessor = BeforeUse(Create<SystemParameterAccessor>(record, parameter));
    Ptr<const AttributeChecker> checker;
    if (parameter.isWhole)
    {
        checker = MakeUintegerChecker<uint64_t>(static_cast<uint64_t>(parameter.minimum),
                                                static_cast<uint64_t>(parameter.maximum));
    }
    else if (IsTime(parameter))
    {
        checker = MakeTimeChecker(TimeOfUs(parameter.minimum), TimeOfUs(parameter.maximum));
    }
    else
    {
        checker = MakeDoubleChecker<double>(parameter.minimum, parameter.maximum);
    }
    tid = tid.AddAttribute(parameter.attribute,
                           parameter.description,
                           *EsaSystem::ValueOf(parameter, parameter.defaultValue),
                           accessor,
                           checker);
}

} // namespace

Ptr<AttributeValue>
EsaSystem::ValueOf(const SystemParameter& parameter, double number)
{
    if (parameter.isWhole)
    {
        return ns3::Create<UintegerValue>(static_cast<uint64_t>(number));
    }
    if (IsTime(parameter))
    {
        return ns3::Create<TimeValue>(TimeOfUs(number));
    }
    return ns3::Create<DoubleValue>(number);
}

TypeId
EsaSystem::GetTypeId()
{
    static TypeId tid = TypeId("ns3::esa::EsaSystem").SetParent<Object>().SetGroupName("Esa");
    static std::size_t known = 0;
    while (known < Systems().size())
    {
        TypeIdOf(Systems()[known++]);
    }
    return tid;
}

TypeId
EsaSystem::TypeIdOf(const SystemRecord& record)
{
    const std::string name = "ns3::esa::" + CapitalWords(record.name);
    TypeId tid;
    if (TypeId::LookupByNameFailSafe(name, &tid))
    {
        return tid;
    }
    tid = TypeId(name)
              .SetParent(TypeId::LookupByName("ns3::esa::EsaSystem"))
              .SetGroupName("Esa")
              .AddConstructor<EsaSystem>();
    for (const SystemParameter* parameter : ParametersOf(record))
    {
        AddParameter(tid, record, *parameter);
    }
    return tid;
}

namespace
{

/// @return the names of all systems
std::string
NamesOfSystems()
{
    std::string names;
    for (const SystemRecord& record : Systems())
    {
        names += (names.empty() ? "" : ", ") + std::string(record.name);
    }
    return names;
}

} // namespace

Ptr<EsaSystem>
EsaSystem::Create(const std::string& name)
{
    const SystemRecord* record = FindSystem(name);
    NS_ABORT_MSG_IF(!record,
                    "EsaSystem: no system \"" << name << "\"; there are " << NamesOfSystems());
    ObjectFactory factory;
    GetTypeId();
    factory.SetTypeId(TypeIdOf(*record));
    return factory.Create<EsaSystem>();
}

void
EsaSystem::NotifyConstructionCompleted()
{
    Object::NotifyConstructionCompleted();
    for (const SystemRecord& record : Systems())
    {
        if (TypeIdOf(record) == GetInstanceTypeId())
        {
            Of(record); // in a system without parameters, no accessor has called it
        }
    }
}

System&
EsaSystem::Of(const SystemRecord& record)
{
    if (!m_system)
    {
        m_system.emplace(record);
    }
    return *m_system;
}

const char*
EsaSystem::AttributesSettableUntil() const
{
    return "a switch or a job of the system is installed";
}

const System&
EsaSystem::Get() const
{
    NS_ABORT_MSG_IF(!m_system, "EsaSystem: made without its TypeId, use EsaSystem::Create()");
    return *m_system;
}

} // namespace ns3::esa
